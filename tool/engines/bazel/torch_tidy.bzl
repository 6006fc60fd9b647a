"""Facts of each source as an action of its own, and their findings as a report or a test.

    load("//tools/torch_tidy:torch_tidy.bzl", "torch_tidy_report", "torch_tidy_test")

    torch_tidy_report(name = "findings", deps = ["//app:server"])   # findings.sarif
    torch_tidy_test(name = "tidy", deps = ["//app:server"])         # fails on findings

The program is the label of the attribute 'tool': by default //tools/torch_tidy:torch-tidy,
a file or a link to the one that is installed.
"""

load("@bazel_tools//tools/build_defs/cc:action_names.bzl", "ACTION_NAMES")
load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain")

TorchTidyInfo = provider(
    doc = "Of a target and all that it depends on.",
    fields = {"facts": "depset of facts files", "sources": "depset of the sources and headers they tell of"},
)

_SOURCES = ["cc", "cpp", "cxx", "c++", "C", "cu"]
_TOOL = attr.label(
    default = "//tools/torch_tidy:torch-tidy",
    allow_single_file = True,
    executable = True,
    cfg = "exec",
)

def _flags(target, ctx, toolchain):
    """What the compiler gets for a source of this target."""
    features = cc_common.configure_features(
        ctx = ctx,
        cc_toolchain = toolchain,
        requested_features = ctx.features,
        unsupported_features = ctx.disabled_features,
    )
    context = target[CcInfo].compilation_context
    copts = [ctx.expand_make_variables("copts", c, {}) for c in getattr(ctx.rule.attr, "copts", [])]
    variables = cc_common.create_compile_variables(
        feature_configuration = features,
        cc_toolchain = toolchain,
        user_compile_flags = ctx.fragments.cpp.copts + ctx.fragments.cpp.cxxopts + copts,
        include_directories = context.includes,
        quote_include_directories = context.quote_includes,
        system_include_directories = context.system_includes,
        preprocessor_defines = depset(transitive = [context.defines, context.local_defines]),
    )
    return cc_common.get_memory_inefficient_command_line(
        feature_configuration = features,
        action_name = ACTION_NAMES.cpp_compile,
        variables = variables,
    )

def _aspect_impl(target, ctx):
    below = [d[TorchTidyInfo] for d in getattr(ctx.rule.attr, "deps", []) if TorchTidyInfo in d]
    outs, told = [], []
    if CcInfo in target and hasattr(ctx.rule.files, "srcs"):
        toolchain = find_cpp_toolchain(ctx)
        flags = _flags(target, ctx, toolchain)
        headers = target[CcInfo].compilation_context.headers
        for source in ctx.rule.files.srcs:
            told.append(source)
            if source.extension not in _SOURCES:
                continue
            out = ctx.actions.declare_file(ctx.rule.attr.name + ".torch-tidy/" + source.basename + ".facts")
            ctx.actions.run(
                executable = ctx.executable._tool,
                arguments = ["facts", source.path, "-o", out.path, "--relative", "--root", ".", "--"] + flags,
                inputs = depset([source] + ctx.rule.files.srcs, transitive = [headers, toolchain.all_files]),
                outputs = [out],
                mnemonic = "TorchTidyFacts",
                progress_message = "Facts of " + source.short_path,
            )
            outs.append(out)
        told += [h for h in getattr(ctx.rule.files, "hdrs", [])]
    facts = depset(outs, transitive = [b.facts for b in below])
    sources = depset(told, transitive = [b.sources for b in below])
    return [TorchTidyInfo(facts = facts, sources = sources), OutputGroupInfo(torch_tidy_facts = facts)]

torch_tidy_facts = aspect(
    implementation = _aspect_impl,
    attr_aspects = ["deps"],
    attrs = {
        "_tool": _TOOL,
        "_cc_toolchain": attr.label(default = "@bazel_tools//tools/cpp:current_cc_toolchain"),
    },
    fragments = ["cpp"],
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)

def _facts_of(ctx):
    infos = [d[TorchTidyInfo] for d in ctx.attr.deps]
    return (
        depset(transitive = [i.facts for i in infos]),
        depset(ctx.files.config, transitive = [i.sources for i in infos]),
    )

def _report_impl(ctx):
    facts, sources = _facts_of(ctx)
    out = ctx.actions.declare_file(ctx.label.name + ".sarif")
    args = ctx.actions.args()
    args.add("link")
    args.add_all(["--root", ".", "--format=sarif", "--fail-on=never", "--quiet", "-o", out.path])
    args.add_all(ctx.attr.options)
    files = ctx.actions.args()
    files.add_all(facts)
    files.use_param_file("@%s", use_always = True)
    files.set_param_file_format("multiline")
    ctx.actions.run(
        executable = ctx.executable.tool,
        arguments = [args, files],
        inputs = depset(transitive = [facts, sources]),
        outputs = [out],
        mnemonic = "TorchTidyLink",
    )
    return [DefaultInfo(files = depset([out]))]

def _test_impl(ctx):
    facts, sources = _facts_of(ctx)
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    words = [ctx.executable.tool.short_path, "link", "--root", "."] + ctx.attr.options + [f.short_path for f in facts.to_list()]
    ctx.actions.write(
        script,
        "#!/bin/sh\nexec " + " ".join(["'" + w.replace("'", "'\\''") + "'" for w in words]) + "\n",
        is_executable = True,
    )
    files = depset([ctx.executable.tool], transitive = [facts, sources])
    return [DefaultInfo(executable = script, runfiles = ctx.runfiles(transitive_files = files))]

_ATTRS = {
    "deps": attr.label_list(aspects = [torch_tidy_facts], mandatory = True),
    "options": attr.string_list(doc = "of 'torch-tidy link'"),
    "config": attr.label_list(allow_files = True, doc = ".torch-tidy.yaml, a baseline …"),
    "tool": _TOOL,
}
torch_tidy_report = rule(implementation = _report_impl, attrs = _ATTRS)
torch_tidy_test = rule(implementation = _test_impl, attrs = _ATTRS, test = True)
