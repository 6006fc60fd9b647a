#!/usr/bin/env bash
# What single files say, made by itself and linked: the findings of an analysis
# of the same files, byte for byte, in every form.
. "$(dirname "$0")/lib.sh"
mkdir src obj
for name in One Two; do
  write_module "src/$name.cpp" "$name"
done
write_clean src/Good.cpp
cat >src/shared.h <<'CPP'
#pragma once
#include <torch/torch.h>
struct Shared : torch::nn::Module {
  Shared();
  torch::Tensor forward(torch::Tensor x);
  torch::Tensor mask = torch::ones({3});
};
CPP
printf '#include "shared.h"\nShared::Shared() {}\n' >src/made.cpp
printf '#include "shared.h"\ntorch::Tensor Shared::forward(torch::Tensor x) { return x * mask; } // NOLINT(torch-mixed-device)\n' >src/used.cpp
touch .torch-tidy.yaml
S="-std=c++17 -isystem $MOCK"
args=()
for f in src/*.cpp; do
  args+=("g++ $S -c $f" "$f")
done
database "${args[@]}"

# Each by itself, by the database or by flags: the same bytes.
for f in src/*.cpp; do
  o="obj/$(basename "$f" .cpp).facts"
  tidy facts "$f" -p . -o "$o" --depfile "$o.d"
  exits 0
  prints_nothing
  tidy facts "$f" -o again.facts -- $S
  exits 0
  same_files again.facts "$o"
done
# What they are made of, and nothing that is made.
that grep -q "^obj/made.facts:" obj/made.facts.d
that grep -q "$WORK/src/made.cpp" obj/made.facts.d
that grep -q "$WORK/src/shared.h" obj/made.facts.d
that grep -q "torch/torch.h" obj/made.facts.d
that test "$(grep -c '/\.\./' obj/made.facts.d)" = 0
that test "$(grep -c used.cpp obj/made.facts.d)" = 0
if command -v ninja >/dev/null; then
  printf 'rule r\n command = cp obj/made.facts.d made.d && touch $out\n depfile = made.d\nbuild obj/made.facts: r\n' >build.ninja
  run ninja -n -f build.ninja
  exits 0
fi

for format in text jsonl sarif html; do
  tidy --format=$format && exits 1
  cp .out "whole.$format"
  tidy link obj --format=$format
  exits 1
  # Without a database nobody knows that this is all.
  same_files .out "whole.$format"
  tidy link obj/used.facts obj/Two.facts obj/made.facts obj/Good.facts obj/One.facts --format=$format
  same_files .out "whole.$format"
done
grep -q 'shared.h' whole.jsonl || fail "the class of three files was not judged"

# A list of them, with words as a build writes them.
mkdir "with space"
cp obj/One.facts "with space/One.facts"
printf "'with space/One.facts'\nobj/Two.facts obj/made.facts\nobj/us\\\\ed.facts \"obj/Good.facts\"\n" >list
tidy link @list --format=jsonl
exits 1
same_files .out whole.jsonl

# What an analysis takes, link takes.
for option in --checks=torch-unregistered-state --level=advice --profile=strict --single-file --show-suppressed --fail-on=never "--exclude=src/One*"; do
  tidy --format=jsonl "$option"
  cp .out want
  want=$RC
  tidy link obj -p . --format=jsonl "$option"
  exits "$want"
  same_files .out want
done
tidy --fix --dry-run
cp .out want
that test -s want
tidy link obj --fix --dry-run
same_files .out want
tidy link obj --fix
exits 2
says "goes with --dry-run"
tidy link obj --write-baseline --baseline b.txt
exits 0
tidy link obj --baseline b.txt
exits 0
tidy --baseline b.txt
exits 0
# Whether a comment suppresses nothing is known where all of the project is.
tidy --format=jsonl --level=advice
cp .out want
tidy link obj -p . --format=jsonl --level=advice
same_files .out want

# A project that is somewhere else: another machine, a sandbox.
for f in src/*.cpp; do
  tidy facts "$f" -p . --relative --root . -o "obj/$(basename "$f" .cpp).facts"
  exits 0
done
that test "$(grep -c "$WORK" obj/One.facts)" = 0
mkdir moved
cp -r src obj .torch-tidy.yaml moved
sed "s|$WORK|$WORK/moved|g" compile_commands.json >moved/compile_commands.json
cd moved
tidy --format=jsonl -p .
cp "$WORK/.out" "$WORK/want"
tidy link obj --root . --format=jsonl
exits 1
same_files "$WORK/.out" "$WORK/want"
cd ..

# Parts that don't parse are kept, and told by link as an analysis does.
printf '#include <torch/torch.h>\nstruct Half : torch::nn::Module {\n  Half() { t = torch::zeros({1}); }\n  torch::Tensor forward(torch::Tensor x) { return x + t; }\n  torch::Tensor t;\n};\nint broken() { return undeclared; }\n' >half.cpp
tidy --format=jsonl half.cpp -- $S
exits 2
cp .out want
tidy facts half.cpp -o half.facts -- $S
exits 0
tidy link half.facts --format=jsonl
exits 2
same_files .out want
says "half.cpp:7:.*undeclared"
says "could not be analyzed completely"

# What can't be read at all leaves no file.
tidy facts nothere.cpp -o no.facts -- $S
exits 2
that test ! -e no.facts
mkdir folder.cpp
tidy facts folder.cpp -o no.facts -- $S
exits 2
that test ! -e no.facts
tidy facts src/shared.h -p . -o no.facts
exits 2
says "a header has no facts of its own"
that test ! -e no.facts
tidy facts half.cpp -- $S
exits 2
says "--output is required"

# What isn't such a file, or is of another version, is refused by its name; the
# rest is told, and the run isn't a clean one.
head -c 300 obj/One.facts >cut.facts
cp obj/One.facts changed.facts
printf 'x' | dd of=changed.facts bs=1 seek=200 conv=notrunc status=none
cp obj/One.facts other.facts
printf 'x' | dd of=other.facts bs=1 seek=9 conv=notrunc status=none
echo '{}' >text.facts
tidy link cut.facts
exits 2
says "cut.facts: not a facts file: it is cut off"
prints_nothing
tidy link changed.facts
exits 2
says "changed.facts: not a facts file: its content isn't what was written"
tidy link other.facts obj/Two.facts
exits 2
says "other.facts: .*another version of torch-tidy; make it anew with 'torch-tidy facts'"
prints "Two.cpp"
tidy link text.facts nothere.facts @nolist src
exits 2
says "text.facts: not a facts file"
says "cannot read nothere.facts"
says "cannot read the list nolist"
says "src has no .facts files"
tidy link
exits 2
finish
