#!/usr/bin/env bash
# Compile databases as builds write them: gcc, nvcc, wrappers, response files,
# precompiled headers, unity sources, duplicates.
. "$(dirname "$0")/lib.sh"
S="-std=c++17 -isystem $MOCK"

# one NAME COMMAND: the finding of net.cpp is found, and nothing else is said.
one() {
  database "$1" net.cpp
  tidy --format=jsonl net.cpp
  exits 1
  prints 'torch-unregistered-state'
  silent_about 'error'
  silent_about 'warning:'
}
write_module net.cpp

one "g++ $S -O2 -o net.o -c net.cpp"
one "g++ $S -O3 -fno-canonical-system-headers -fanalyzer -flto=auto -ffat-lto-objects -fconcepts-diagnostics-depth=2 -fno-gnu-unique -Wno-maybe-uninitialized -Wlogical-op -Werror -pedantic-errors --param max-inline-insns-single=400 -specs=/usr/share/dpkg/no-pie-compile.specs -fno-ipa-sra -mno-fancy-math-387 -mno-such-thing -fmodules-ts -fdeps-format=p1689r5 -pipe -g3 -ggdb -o net.o -c net.cpp"
printf '#include <omp.h>\nint threads() { return omp_get_max_threads(); }\n' >omp.h.part && mv net.cpp plain && cat omp.h.part plain >net.cpp
one "g++ $S -fopenmp -c net.cpp"
mv plain net.cpp
one "g++ $S -march=znver99 -o net.o -c net.cpp"
one "g++ $S -MD -MT net.o -MF net.o.d -MMD -MP -Wp,-MD,.net.d -o net.o -c net.cpp"
that test ! -e net.o.d
that test ! -e net.o
one "g++ -isystem $MOCK -std=c++77 -c net.cpp"
one "clang++-14 $S -fpch-instantiate-templates -Xclang -fno-pch-timestamp -fcolor-diagnostics -fplugin=/nowhere/x.so -c net.cpp"
one "ccache g++ $S -c net.cpp"
one "sccache distcc /usr/bin/g++ $S -c net.cpp"
one "/usr/bin/env CCACHE_DIR=/tmp LANG=C ccache /usr/bin/c++ $S -c net.cpp"
one "/usr/bin/cmake -E __run_co_compile --tidy=clang-tidy --source=net.cpp -- /usr/bin/c++ $S -c net.cpp"
one "nvcc -ccbin=/usr/bin/g++ --expt-relaxed-constexpr --expt-extended-lambda -gencode arch=compute_80,code=sm_80 -gencode=arch=compute_70,code=[compute_70,sm_70] -rdc=true -Xcompiler=-fPIC,-Wall -Xcompiler -fno-strict-aliasing --use_fast_math -lineinfo -Xptxas -v --threads 4 -diag-suppress 20012 $S -x c++ -c net.cpp -o net.o"
one "nvcc -forward-unknown-to-host-compiler -DSOME_FLAG -isystem=$MOCK -std=c++17 -c net.cpp"
one "g++ $S --expt-relaxed-constexpr -gencode arch=compute_80,code=sm_80 -c net.cpp"
echo "$S -DFROM_FILE" >flags.rsp
one "g++ @flags.rsp -c net.cpp"
one "g++ $S @CMakeFiles/x.dir/net.cpp.o.modmap -c net.cpp"
database "g++ @gone.rsp -c net.cpp" net.cpp
tidy net.cpp
exits 2
says "cannot read response file 'gone.rsp'"

# gcc's precompiled header: the text is read, never the binary.
write_module body.h
mkdir pch && echo "#include <torch/torch.h>" >pch/cmake_pch.hxx && head -c 300 /dev/urandom >pch/cmake_pch.hxx.gch
sed 1d body.h >body.cpp
database "g++ $S -Winvalid-pch -include $WORK/pch/cmake_pch.hxx -o b.o -c body.cpp" body.cpp \
  "g++ $S -x c++-header -o pch/cmake_pch.hxx.gch -c pch/cmake_pch.hxx.cxx" pch/cmake_pch.hxx.cxx
tidy --format=jsonl body.cpp
exits 1
silent_about 'error'
tidy --format=jsonl
exits 1
silent_about 'error'
database "g++ $S -include pch/cmake_pch.hxx.gch -c body.cpp" body.cpp
tidy --format=jsonl body.cpp
exits 1
# clang's, as CMake writes it, made by another Clang.
cp pch/cmake_pch.hxx.gch pch/cmake_pch.hxx.pch
database "clang++-15 $S -Winvalid-pch -Xclang -include-pch -Xclang $WORK/pch/cmake_pch.hxx.pch -Xclang -include -Xclang $WORK/pch/cmake_pch.hxx -c body.cpp" body.cpp
tidy --format=jsonl body.cpp
exits 1
silent_about 'error'

# A unity build: findings belong to the real files, which can be asked for.
rm -rf pch body.* && mkdir -p build/CMakeFiles/x.dir/Unity src
mv net.cpp src/net.cpp
write_module src/other.cpp Other
printf '#include "%s"\n' "$WORK/src/net.cpp" "$WORK/src/other.cpp" >build/CMakeFiles/x.dir/Unity/unity_0_cxx.cxx
rm compile_commands.json
database -d build "g++ $S -c build/CMakeFiles/x.dir/Unity/unity_0_cxx.cxx" build/CMakeFiles/x.dir/Unity/unity_0_cxx.cxx
tidy --format=jsonl
exits 1
prints "\"file\":\"$WORK/src/net.cpp\""
prints "\"file\":\"$WORK/src/other.cpp\""
tidy --format=jsonl src/net.cpp
exits 1
prints "\"file\":\"$WORK/src/net.cpp\""
silent_about 'src/other.cpp"'
tidy --format=jsonl src
exits 1
prints "\"file\":\"$WORK/src/other.cpp\""

# Found above the file, in a 'build' there, or at the place given.
rm -rf build && mkdir -p deep/er && write_module deep/er/net.cpp
database "g++ $S -c deep/er/net.cpp" deep/er/net.cpp
(cd deep/er && tidy net.cpp && exits 1 && [[ $FAILED -eq 0 ]]) || FAILED=1
mkdir build && mv compile_commands.json build
(cd deep && tidy er/net.cpp && exits 1 && [[ $FAILED -eq 0 ]]) || FAILED=1
tidy -p build deep/er/net.cpp
exits 1
tidy -p build/compile_commands.json deep/er/net.cpp
exits 1

# The first of two entries counts, whatever comes behind it.
rm -r build
cat >twice.cpp <<'CPP'
#ifndef FIRST
#error the second entry was taken
#endif
CPP
cat src/net.cpp >>twice.cpp
database "g++ $S -DFIRST -c twice.cpp" twice.cpp "g++ $S -c twice.cpp" twice.cpp
tidy twice.cpp
exits 1
silent_about 'second entry'
tidy
exits 1

# A file that the database doesn't have: flags of the nearest, and it is said.
cp twice.cpp stranger.cpp
tidy stranger.cpp
exits 1
says 'stranger.cpp: not in .*compile_commands.json; flags of .*twice.cpp'

# A header: through the source that includes it, or by itself.
write_module net.h
printf '#pragma once\n' | cat - net.h >net2.h && mv net2.h net.h
mkdir -p lib && printf '#include "net.h"\n#include <torch/torch.h>\nstruct M : torch::nn::Module { M() { own = torch::zeros({1}); } torch::Tensor own; torch::Tensor forward(torch::Tensor x) { return x + own; } };\n' >lib/user.cpp
database "g++ $S -I$WORK -c lib/user.cpp" lib/user.cpp
tidy --format=jsonl net.h
exits 1
says 'net.h: read through .*lib/user.cpp'
prints "\"file\":\"$WORK/net.h\""
silent_about 'user.cpp"'
tidy --format=jsonl net.h -- $S
exits 1
prints "\"file\":\"$WORK/net.h\""

# A project that is partly out of date says so.
database "g++ $S -I. -c lib/user.cpp" lib/user.cpp "g++ $S -c gone.cpp" gone.cpp
tidy --format=jsonl
exits 2
says 'gone.cpp: error: no such file'
prints "\"file\":\"$WORK/lib/user.cpp\""
printf '[{"directory": "%s/nowhere", "command": "g++ -c ../src/net.cpp", "file": "../src/net.cpp"}]' "$WORK" >compile_commands.json
tidy src/net.cpp
exits 2
says "nowhere, doesn't exist"
finish
