# fish completion for torch-rehearse(1)
complete -c torch-rehearse -l devices -x -a "1 2 3 4 5 6 7 8" -d "Number of fake devices"
complete -c torch-rehearse -l device -x -a "0 1 2 3 4 5 6 7" -d "What 'cuda' without an index means"
complete -c torch-rehearse -l keep-going -d "Report each mismatch and carry on"
complete -c torch-rehearse -l format -x -a "text jsonl" -d "Form of the findings"
complete -c torch-rehearse -s o -l output -r -d "Where findings go"
complete -c torch-rehearse -l fail-on -x -a "certain likely never" -d "Exit with 1 on findings of this level"
complete -c torch-rehearse -s h -l help -d "Print the options"
complete -c torch-rehearse -l version -d "Print the versions"
