# fish completion for torch-rehearse(1)

# What is rehearsed: a program, an archive, or an archive that is exported.
function __torch_rehearse_what
    set -l what program
    set -l given (commandline -opc)
    if test (count $given) -gt 1; and test "$given[2]" = export
        set what export
    else
        for word in $given[2..]
            switch $word
                case --
                    break
                case '*.pt' '*.pth' '*.ts' '*.ptl' '*.pt2' '*.onnx' '*.torchscript'
                    set what archive
            end
        end
    end
    contains -- $what $argv
end

complete -c torch-rehearse -n "__fish_use_subcommand" -a export -d "Export an archive on the CPU"

complete -c torch-rehearse -l devices -x -a "1 2 3 4 5 6 7 8" -d "Number of fake devices"
complete -c torch-rehearse -l level -x -a "certain likely advice" -d "Least level that is shown"
complete -c torch-rehearse -l format -x -a "text jsonl" -d "Form of the findings"
complete -c torch-rehearse -s o -l output -r -d "Where findings go"
complete -c torch-rehearse -s h -l help -d "Print the options"

complete -c torch-rehearse -n "__torch_rehearse_what program" -l device -x -a "cuda:0 cuda:1 mps xpu:0" -d "What 'cuda' without an index means"
complete -c torch-rehearse -n "__torch_rehearse_what program" -l keep-going -d "Report each mismatch and carry on"
complete -c torch-rehearse -n "__torch_rehearse_what program" -l explore -d "Run the other sides of branches on values too"
complete -c torch-rehearse -n "__torch_rehearse_what program" -l fail-on -x -a "certain likely never" -d "Exit with 1 on findings of this level"
complete -c torch-rehearse -n "__torch_rehearse_what program" -l version -d "Print the versions"

complete -c torch-rehearse -n "__torch_rehearse_what archive export" -l input -x -d "An example input"
complete -c torch-rehearse -n "__torch_rehearse_what archive export" -l method -x -a forward -d "What is run"
complete -c torch-rehearse -n "__torch_rehearse_what archive export" -l library -r -d "A library that registers operators"
complete -c torch-rehearse -n "__torch_rehearse_what archive export" -l fail-on -x -a "certain likely advice never" -d "Exit with 1 on findings of this level"
complete -c torch-rehearse -n "__torch_rehearse_what archive export" -l timeout -x -d "Seconds that it may take"
complete -c torch-rehearse -n "__torch_rehearse_what archive export" -l memory -x -d "MB that it may take"
complete -c torch-rehearse -n "__torch_rehearse_what archive export" -l verbose -d "Show what LibTorch says meanwhile"

complete -c torch-rehearse -n "__torch_rehearse_what export" -l onnx -r -d "An ONNX file to write"
complete -c torch-rehearse -n "__torch_rehearse_what export" -l torchscript -r -d "A TorchScript archive to write"
complete -c torch-rehearse -n "__torch_rehearse_what export" -l device -x -a "cuda:0 cuda:1" -d "Where it shall run"
complete -c torch-rehearse -n "__torch_rehearse_what export" -l force -d "Export in spite of findings"
