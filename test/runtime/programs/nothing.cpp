//===- nothing.cpp - a program that can't be rehearsed --------------------===//
int nothing() { return 0; }
int main() { return nothing(); }
