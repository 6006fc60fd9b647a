# fish completion for torch-tidy(1)

function __torch_tidy_rules
    set -l program (commandline -opc)[1]
    $program --config=none --list-checks 2>/dev/null | string replace -r '  +' \t
end

# The last of a list with commas; a '-' in front takes a rule away.
function __torch_tidy_globs
    set -l before (commandline -ct | string replace -r '^--checks=' '' | string match -r '^.*,')
    for rule in (__torch_tidy_rules)
        echo $before$rule
        echo $before-$rule
    end
end

complete -c torch-tidy -n "__fish_use_subcommand" -a facts -d "What one file says"
complete -c torch-tidy -n "__fish_use_subcommand" -a link -d "The findings of what files say"
complete -c torch-tidy -n "__fish_use_subcommand" -a cache -d "What earlier runs have left"
complete -c torch-tidy -n "__fish_use_subcommand" -a confirm -d "What runs saw of the findings"
complete -c torch-tidy -n "__fish_use_subcommand" -a lsp -d "Serve an editor"
complete -c torch-tidy -n "__fish_seen_subcommand_from cache" -f -a "info clear"

complete -c torch-tidy -n "not __fish_seen_subcommand_from cache confirm" -s p -r -d "Build folder, or a compile_commands.json"
complete -c torch-tidy -n "not __fish_seen_subcommand_from cache confirm" -l root -r -d "Root of the project"
complete -c torch-tidy -n "not __fish_seen_subcommand_from facts link cache confirm lsp" -l project -d "Read the whole project, show what concerns the files given"
complete -c torch-tidy -n "not __fish_seen_subcommand_from facts cache confirm" -s j -l jobs -x -d "Files at once"
complete -c torch-tidy -n "not __fish_seen_subcommand_from facts link cache confirm lsp" -l memory -x -d "What files parsed at once may take"
complete -c torch-tidy -n "not __fish_seen_subcommand_from facts cache confirm lsp" -l single-file -d "Judge each file by itself"
complete -c torch-tidy -n "not __fish_seen_subcommand_from facts cache confirm" -l checks -x -a "(__torch_tidy_globs)" -d "Rules by glob"
complete -c torch-tidy -n "not __fish_seen_subcommand_from facts cache confirm lsp" -l profile -x -a "strict exported multi-gpu cpu-only default" -d "Profiles"
complete -c torch-tidy -n "not __fish_seen_subcommand_from facts cache confirm" -l config -r -d "What the project says"
complete -c torch-tidy -n "not __fish_seen_subcommand_from facts cache confirm lsp" -l exclude -x -d "Leave out files by glob"
complete -c torch-tidy -n "not __fish_seen_subcommand_from facts cache confirm" -l level -x -a "certain likely advice" -d "Lowest level shown"
complete -c torch-tidy -n "not __fish_seen_subcommand_from facts cache confirm lsp" -l diff -d "Only what changed since a revision, or in a patch"
complete -c torch-tidy -n "not __fish_seen_subcommand_from facts cache confirm" -l baseline -r -d "Only findings that this file lacks"
complete -c torch-tidy -n "not __fish_seen_subcommand_from facts cache confirm lsp" -l write-baseline -d "Make the baseline of this run"
complete -c torch-tidy -n "not __fish_seen_subcommand_from facts cache confirm lsp" -l prune-baseline -d "Take out of the baseline what is found no more"
complete -c torch-tidy -n "not __fish_seen_subcommand_from facts cache confirm lsp" -l show-suppressed -d "Print what is suppressed, too"
complete -c torch-tidy -n "not __fish_seen_subcommand_from facts cache confirm lsp" -l fix -d "Change the files where a fix is known"
complete -c torch-tidy -n "not __fish_seen_subcommand_from facts cache confirm lsp" -l dry-run -d "Print the fixes as a patch"
complete -c torch-tidy -n "not __fish_seen_subcommand_from facts cache confirm lsp" -l why -r -d "What is known at a line: FILE:LINE"
complete -c torch-tidy -n "not __fish_seen_subcommand_from facts cache confirm lsp" -l stats -d "Print what was judged"
complete -c torch-tidy -n "not __fish_seen_subcommand_from facts link cache confirm lsp" -l list-checks -d "Print the enabled rules"
complete -c torch-tidy -n "not __fish_seen_subcommand_from facts link cache confirm lsp" -l explain -x -a "(__torch_tidy_rules)" -d "Print the page of a rule"
complete -c torch-tidy -n "not __fish_seen_subcommand_from facts cache lsp" -l format -x -a "text jsonl sarif html github gitlab" -d "Form of the findings"
complete -c torch-tidy -n "not __fish_seen_subcommand_from facts cache lsp" -l color -x -a "auto always never" -d "Colours in text"
complete -c torch-tidy -n "not __fish_seen_subcommand_from cache lsp" -s o -l output -r -d "Write there, whole or not at all"
complete -c torch-tidy -n "not __fish_seen_subcommand_from facts cache lsp" -l fail-on -x -a "certain likely advice never" -d "Lowest level that makes the exit code 1"
complete -c torch-tidy -n "not __fish_seen_subcommand_from facts cache confirm lsp" -l modules -d "With jsonl: a line for each module, too"
complete -c torch-tidy -n "not __fish_seen_subcommand_from facts cache lsp" -l quiet -d "No progress, no notes, no summary"
complete -c torch-tidy -n "not __fish_seen_subcommand_from facts link confirm" -l cache-dir -r -d "Folder of the cache"
complete -c torch-tidy -n "not __fish_seen_subcommand_from facts link cache confirm" -l cache-size -x -d "What the cache may hold"
complete -c torch-tidy -n "not __fish_seen_subcommand_from facts link cache confirm" -l no-cache -d "Neither use the cache nor fill it"
complete -c torch-tidy -n "__fish_seen_subcommand_from cache" -l kind -x -a "facts answers closures scans preambles" -d "Only entries of this kind"
complete -c torch-tidy -n "__fish_seen_subcommand_from cache" -l unused-for -x -d "Only entries not used for so many days"
complete -c torch-tidy -n "__fish_seen_subcommand_from facts" -l depfile -r -d "Write what the facts are made of"
complete -c torch-tidy -n "__fish_seen_subcommand_from facts" -l relative -d "Name files as seen from the root"
complete -c torch-tidy -n "__fish_seen_subcommand_from lsp" -l confirmed -r -d "What runs saw of the findings"
complete -c torch-tidy -n "__fish_seen_subcommand_from lsp" -l stdio -d "Speak on standard input and output"
complete -c torch-tidy -s h -l help -d "Print the options"
complete -c torch-tidy -l version -d "Print the versions"
