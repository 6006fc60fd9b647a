//===- project_reach.cpp - which files can have LibTorch in them ----------===//
#include "project/Directives.h"
#include "project/Reach.h"
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>

using namespace torchtidy::project;
namespace fs = std::filesystem;

namespace {

class ReachTest : public testing::Test {
protected:
  std::string Root;
  std::string Why;

  void SetUp() override {
    char Name[] = "/tmp/torch-tidy-reach-XXXXXX";
    Root = ::mkdtemp(Name);
  }
  void TearDown() override { fs::remove_all(Root); }

  void write(const std::string &Path, const std::string &Text) {
    fs::path P = fs::path(Root) / Path;
    fs::create_directories(P.parent_path());
    std::ofstream(P) << Text;
  }

  /// Of main.cpp with this text.
  bool possible(const std::string &Text, std::vector<std::string> Flags = {}) {
    write("main.cpp", Text);
    return possibleIn("main.cpp", std::move(Flags));
  }
  bool possibleIn(const std::string &File, std::vector<std::string> Flags) {
    Reach R;
    return ask(R, File, std::move(Flags));
  }
  bool ask(Reach &R, const std::string &File, std::vector<std::string> Flags) {
    CompileCommand C;
    C.directory = Root;
    C.file = Root + "/" + File;
    C.arguments = std::move(Flags);
    C.arguments.insert(C.arguments.begin(), "g++");
    C.arguments.push_back(C.file);
    Why.clear();
    return R.possible(C, &Why);
  }
};

TEST_F(ReachTest, whatHasNoneHasNone) {
  EXPECT_FALSE(possible("int main() {}\n")) << Why;
  EXPECT_FALSE(possible("")) << Why;
  EXPECT_FALSE(possible("#include <vector>\n#include <iostream>\n"
                        "#include <thread>\n#include <stdio.h>\n"))
      << Why;
  write("a.h", "#pragma once\n#include <string>\n#include \"b/c.h\"\n");
  write("b/c.h", "#include \"../a.h\"\n");
  EXPECT_FALSE(possible("#include \"a.h\"\n")) << Why;
}

TEST_F(ReachTest, aNameIsEnough) {
  // Not found: the error that the flags lack its folder must stay.
  for (const char *Header :
       {"<torch/torch.h>", "<ATen/ATen.h>", "<c10/core/Device.h>",
        "<caffe2/core/tensor.h>", "\"torch/script.h\""})
    EXPECT_TRUE(possible("#include " + std::string(Header) + "\n")) << Header;
  EXPECT_FALSE(possible("#if 0\n#include <vector>\n#endif\n"));
  EXPECT_TRUE(possible("#if 0\n#include <torch/torch.h>\n#endif\n"));
}

TEST_F(ReachTest, spellings) {
  for (const char *Line :
       {"#include<torch/torch.h>", "  #  include  <torch/torch.h>",
        "#\tinclude\t\"torch/torch.h\"", "/* a */ #include <torch/torch.h>",
        "#include /* b */ <torch/torch.h>",
        "/* c\n*/ # /* d */ include <torch/a.h>",
        "#include \\\n<torch/torch.h>", "# \\\n include <torch/torch.h>",
        "#import <torch/torch.h>", "#include_next <torch/torch.h>",
        "%:include <torch/torch.h>", "?\?=include <torch/torch.h>",
        "#inc\\\nlude <torch/torch.h>",
        "int x; // \\\n\n#include <torch/torch.h>",
        "#include <torch/torch.h>\r",
        "#ifdef _WIN32\n#include <torch/t.h>\n#endif"})
    EXPECT_TRUE(possible("\n" + std::string(Line) + "\n")) << Line;
  EXPECT_TRUE(possible("\xEF\xBB\xBF#include <torch/torch.h>\n"));
  EXPECT_FALSE(possible("// #include <torch/torch.h>\nint x; // see "
                        "#include <torch/torch.h>\n"));
  EXPECT_FALSE(possible("/// int a;\n * #include <torch/torch.h>\n"));
}

TEST_F(ReachTest, whatIsNotUnderstoodIsPossible) {
  for (const char *Text :
       {"#define H <vector>\n#include H\n", "#include H(x)\n", "import std;\n",
        "export module a;\n", "module;\n", "import <vector>;\n",
        "export import a:b;\n", "@import Foundation;\n", "import a.b;\n",
        "#pragma clang module import a\n"})
    EXPECT_TRUE(possible(Text)) << Text;
  // … of a variable, not of a module.
  EXPECT_FALSE(possible("int module = 1;\nvoid f() {\nmodule = 2;\n"
                        "module->eval();\n}\n"))
      << Why;
  EXPECT_TRUE(possible("int x; // NOLINT(torch-mixed-device)\n"));
  EXPECT_FALSE(possible("int x; // NOLINT(bugprone-foo)\n")) << Why;
}

TEST_F(ReachTest, flagsThatBringText) {
  for (std::vector<std::string> Flags :
       {std::vector<std::string>{"-include-pch", "x.pch"},
        {"-ivfsoverlay", "x.yaml"},
        {"--sysroot=/opt/other"},
        {"-Wp,-include,x.h"},
        {"-F/Library"},
        {"-include", "torch/torch.h"},
        {"-imacros", "torch/torch.h"},
        {"-include", "missing.h"},
        {"--target=aarch64-linux-gnu"}})
    EXPECT_TRUE(possible("int x;\n", Flags)) << Flags.front();
  for (std::vector<std::string> Flags :
       {std::vector<std::string>{"-std=c++20", "-O2", "-Wall", "-DX=1"},
        {"-Wp,-D_FORTIFY_SOURCE=2"},
        {"-Iinclude", "-isystem", "/opt/x", "-pthread", "-fPIC"}})
    EXPECT_FALSE(possible("#include <vector>\n", Flags)) << Why;
}

TEST_F(ReachTest, throughAnothersHeader) {
  // torchvision and its like: no name of LibTorch in the user's file.
  write("other/vision/models.h", "#include \"detail.h\"\n");
  write("other/vision/detail.h", "#include <torch/nn.h>\n");
  EXPECT_TRUE(possible("#include <vision/models.h>\n", {"-Iother"}));
  EXPECT_TRUE(possible("#include <vision/models.h>\n", {"-isystem", "other"}));
  EXPECT_TRUE(possible("#include \"vision/models.h\"\n", {"-iquote", "other"}));
  EXPECT_TRUE(possible("#include <vision/models.h>\n", {"-isystemother"}));
  EXPECT_TRUE(possible("#include <vision/models.h>\n",
                       {"-idirafter", Root + "/other"}));
  // A precompiled header of the project's, as CMake writes it.
  write("cmake_pch.hxx", "#pragma once\n#include <vision/models.h>\n");
  EXPECT_TRUE(possible("int x;\n", {"-Iother", "-include", "cmake_pch.hxx"}));
  EXPECT_TRUE(possible("int x;\n", {"-Iother", "-Xclang", "-include-pch",
                                    "-Xclang", "cmake_pch.hxx.pch", "-Xclang",
                                    "-include", "-Xclang", "cmake_pch.hxx"}));
  write("cmake_pch.hxx", "#pragma once\n#include <vector>\n");
  EXPECT_FALSE(possible("int x;\n", {"-include", "cmake_pch.hxx"})) << Why;
}

TEST_F(ReachTest, everyFolderThatHasTheName) {
  // Which of them is read depends on the order, and on include_next.
  write("one/config.h", "#pragma once\n");
  write("two/config.h", "#include <torch/torch.h>\n");
  EXPECT_TRUE(possible("#include <config.h>\n", {"-Ione", "-Itwo"}));
  EXPECT_TRUE(possible("#include <config.h>\n", {"-Itwo", "-Ione"}));
  write("one/config.h", "#include_next <config.h>\n");
  EXPECT_TRUE(possible("#include \"config.h\"\n", {"-Ione", "-Itwo"}));
  // A name of the standard library's.
  write("two/vector", "#include <torch/torch.h>\n");
  EXPECT_TRUE(possible("#include <vector>\n", {"-isystem", "two"}));
  EXPECT_TRUE(
      possible("#include <string>\n#include <map>\n", {"-isystem", "two"}) ==
      possible("#include <vector>\n", {"-isystem", "two"}));
}

TEST_F(ReachTest, whatIsMissing) {
  EXPECT_TRUE(possible("#include \"generated.h\"\n"));
  EXPECT_TRUE(possible("#ifdef WITH_X\n#include \"x.h\"\n#endif\n"));
  for (const char *Text :
       {"#ifdef _WIN32\n#include <windows.h>\n#else\n#include "
        "<unistd.h>\n#endif\n",
        "#if defined(_WIN32) || defined(__CYGWIN__)\n#include "
        "<windows.h>\n#endif\n",
        "#if defined(_MSC_VER) && X\n#include <intrin.h>\n#endif\n",
        "#ifndef _WIN32\n#include <unistd.h>\n#else\n#include "
        "<windows.h>\n#endif\n",
        "#if defined(__linux__)\n#elif defined(X)\n#include "
        "<windows.h>\n#else\n"
        "#include <winsock2.h>\n#endif\n",
        "#if __has_include(<nothing.h>)\n#include <nothing.h>\n#endif\n",
        "#if !defined(_WIN32)\n#else\n#include <windows.h>\n#endif\n"})
    EXPECT_FALSE(possible(Text)) << Why << "\n" << Text;
  for (const char *Text :
       {"#ifdef _WIN32\n#else\n#include <nothing.h>\n#endif\n",
        "#if _MSC_VER < 1900\n#include <nothing.h>\n#endif\n",
        "#if defined(_WIN32) || defined(X)\n#include <nothing.h>\n#endif\n",
        "#if !(defined(A) || defined(__linux__))\n#else\n#include "
        "<no.h>\n#endif\n",
        "#ifdef _WIN32\n#endif\n#include <nothing.h>\n"})
    EXPECT_TRUE(possible(Text)) << Text;
  // What others' headers lack is nothing that the flags lack.
  write("other/a.h", "#ifdef HAVE_B\n#include <b.h>\n#endif\n");
  EXPECT_FALSE(possible("#include <a.h>\n", {"-isystem", "other"})) << Why;
  EXPECT_TRUE(possible("#include <a.h>\n", {"-Iother"}));
}

TEST_F(ReachTest, othersMacrosAreTheirs) {
  write("other/a.h", "#define A_BACKEND <vector>\n#include A_BACKEND\n");
  std::vector<std::string> Flags = {"-isystem", "other"};
  EXPECT_FALSE(possible("#include <a.h>\n", Flags)) << Why;
  EXPECT_TRUE(
      possible("#define A_BACKEND \"mine.h\"\n#include <a.h>\n", Flags));
  Flags.push_back("-DA_BACKEND=<x.h>");
  EXPECT_TRUE(possible("#include <a.h>\n", Flags));
}

TEST_F(ReachTest, oneAfterAnother) {
  // What is known of a header from one file is true of the next.
  write("plain.h", "#include <vector>\n");
  write("heavy.h", "#include \"plain.h\"\n#include \"heavier.h\"\n");
  write("heavier.h", "#include <torch/torch.h>\n");
  write("a.cpp", "#include \"plain.h\"\n");
  write("b.cpp", "#include \"heavy.h\"\n");
  write("c.cpp", "#include \"plain.h\"\n#include \"heavy.h\"\n");
  write("sub/d.cpp", "#include \"plain.h\"\n");
  write("sub/plain.h", "#include <torch/torch.h>\n");
  Reach R;
  for (int Round = 0; Round < 2; ++Round) {
    EXPECT_FALSE(ask(R, "a.cpp", {"-I."})) << Why;
    EXPECT_TRUE(ask(R, "b.cpp", {"-I."}));
    EXPECT_THAT(Why, testing::HasSubstr("torch/torch.h"));
    EXPECT_TRUE(ask(R, "c.cpp", {"-I."}));
    EXPECT_TRUE(ask(R, "sub/d.cpp", {"-I."}));
  }
  // The same header, found by other flags.
  write("e.cpp", "#include <plain.h>\n");
  EXPECT_TRUE(ask(R, "e.cpp", {"-Isub"}));
  EXPECT_FALSE(ask(R, "e.cpp", {"-I."})) << Why;
}

TEST_F(ReachTest, unsavedTextsGoFirst) {
  write("a.h", "");
  write("main.cpp", "#include \"a.h\"\n");
  std::map<std::string, std::string> Unsaved{
      {Root + "/a.h", "#include <torch/torch.h>\n"}};
  Reach R(&Unsaved);
  EXPECT_TRUE(ask(R, "main.cpp", {}));
  EXPECT_FALSE(possibleIn("main.cpp", {}));
}

TEST_F(ReachTest, whatCannotBeReadIsTheParsersToTell) {
  EXPECT_TRUE(possibleIn("nothing.cpp", {}));
  fs::create_directory(Root + "/folder.cpp");
  EXPECT_TRUE(possibleIn("folder.cpp", {}));
  // Headers that include each other end.
  write("x/a.h", "#include \"../x/../x/a.h\"\n");
  EXPECT_FALSE(possible("#include \"x/a.h\"\n")) << Why;
}

} // namespace
