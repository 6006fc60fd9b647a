#!/usr/bin/env bash
# cmake --install under a prefix; then the tree is moved, and runs from there.
TORCH_TIDY="$PREFIX/bin/torch-tidy"
. "$(dirname "$0")/../hosts/lib.sh"
first="${PREFIX%/*}/first prefix"
rm -rf "$first" "$PREFIX"
run "$CMAKE" --install "$BUILD" --prefix "$first"
exits 0
mv "$first" "$PREFIX"
cd "$WORK" || exit 1

has() { # FILE...: under the prefix
  local file
  for file; do that test -s "$PREFIX/$file"; done
}
has "$LIBDIR/cmake/torch_tidy/torch_tidyConfig.cmake" include/torch_tidy/annotations.h \
  share/doc/torch-tidy/command-line.md share/doc/torch-tidy/LICENSE
# Nothing but the programs' own folders is named in what is loaded.
for file in "$PREFIX"/bin/* "$PREFIX"/libexec/* "$PREFIX/$LIBDIR"/*.so "$PREFIX/$LIBDIR"/torch-tidy/*.so; do
  [[ -e $file ]] || continue
  run readelf -dW "$file"
  exits 0
  silent_about "R(UN)?PATH.*($BUILD|$first)"
done
# As somebody else would find it: nothing of this test's environment.
alone() { run env -i HOME="$WORK" PATH="$PREFIX/bin:/usr/bin:/bin" TORCH_TIDY_CACHE=none "$@"; }
installed_manual() { # PROGRAM
  has "share/man/man1/$1.1" "share/bash-completion/completions/$1" "share/zsh/site-functions/_$1" \
    "share/fish/vendor_completions.d/$1.fish"
  that grep -q "^.TH ${1^^} 1 .* \"torch-tidy [0-9.]*\"" "$PREFIX/share/man/man1/$1.1"
  alone bash -c ". '$PREFIX/share/bash-completion/completions/$1'; complete -p $1"
  exits 0
}

if [[ $ANALYZER == 1 ]]; then
  installed_manual torch-tidy
  has "$LIBDIR/torch-tidy-plugin-$LLVM_MAJOR.so" "$LIBDIR/torch-tidy/libtorchtidy-clang-$LLVM_MAJOR.so"
  write_module net.cpp
  alone torch-tidy net.cpp -- "${FLAGS[@]}"
  exits 1
  prints 'torch-unregistered-state'
  # Through links, absolute and relative, as package managers make them.
  mkdir links && ln -s "$PREFIX/bin/torch-tidy" links/absolute
  ln -s "$(realpath --relative-to=links "$PREFIX/bin/torch-tidy")" links/relative
  for link in absolute relative; do
    alone links/$link net.cpp -- "${FLAGS[@]}"
    exits 1
    prints 'torch-unregistered-state'
  done
  # It is this tree's module that was loaded, not the build's.
  module="$PREFIX/$LIBDIR/torch-tidy/libtorchtidy-clang-$LLVM_MAJOR.so"
  mv "$module" "$module.away"
  alone torch-tidy net.cpp -- "${FLAGS[@]}"
  exits 2
  says "is missing. Looked for .*$PREFIX/"
  silent_about "$BUILD/lib"
  mv "$module.away" "$module"
  while read -r rule _; do
    has "share/doc/torch-tidy/checks/$rule.md"
    alone torch-tidy --explain "$rule"
    sed '/^<!--.*-->$/d' "$PREFIX/share/doc/torch-tidy/checks/$rule.md" >page
    same_files .out page
  done < <("$TORCH_TIDY" --list-checks)
  if command -v "clang-tidy-$LLVM_MAJOR" >/dev/null; then
    alone "clang-tidy-$LLVM_MAJOR" --load="$PREFIX/$LIBDIR/torch-tidy-plugin-$LLVM_MAJOR.so" \
      --checks='-*,torch-*' net.cpp -- "${FLAGS[@]}"
    prints '\[torch-unregistered-state\]'
  fi
fi
if [[ $RUNTIME == 1 ]]; then
  installed_manual torch-rehearse
  has lib/libtorch-rehearse.so "$LIBDIR/libtorch-tidy.a" include/torch_tidy/rehearsal.h \
    include/torch_tidy/rehearsal_gtest.h include/findings/Finding.h "$LIBDIR/libtorch-tidy-export.a" \
    include/torch_tidy/export.h include/torch_tidy/devices.h
  alone torch-rehearse --version
  exits 0
  # A program without LibTorch is refused, and the preloaded object was found.
  alone torch-rehearse -- /bin/true
  exits 2
  says 'not dynamically linked to LibTorch'
  # What looks into archives is this tree's, in libexec.
  cp "$(dirname "$0")/../runtime/export/archives/traced.pt" .
  alone torch-rehearse traced.pt --input 2x4
  exits 1
  prints '\[archive-baked-device\]'
  mv "$PREFIX/libexec" "$PREFIX/libexec.away"
  alone torch-rehearse traced.pt --input 2x4
  exits 2
  says "not whole: no torch-rehearse-archive in $PREFIX/libexec"
  mv "$PREFIX/libexec.away" "$PREFIX/libexec"
fi
finish
