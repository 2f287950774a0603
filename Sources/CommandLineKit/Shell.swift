/// A shell whose line editor can complete a program's commands, options and values.
///
/// The scripts know nothing of the program but its name: they ask it, through `__complete`, what can stand in
/// the place of the cursor. So all shells offer the same, and a script never falls behind its program.
package enum Shell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish

    /// A script to be sourced; for zsh after `compinit`.
    ///
    /// - Parameter programs: Names of programs that run ``Command/main(arguments:environment:output:exitCode:)``.
    package func completionScript(for programs: [String]) -> String {
        switch self {
        case .bash: bashScript(programs)
        case .zsh: zshScript(programs)
        case .fish: fishScript(programs)
        }
    }

    private func functionName(_ program: String) -> String {
        "_\(program.map { $0.isLetter || $0.isNumber ? $0 : "_" }.map(String.init).joined())_complete"
    }

    /// Bash breaks words at `=` and `:` too, so they are put together again, with the help of the line itself;
    /// and as it replaces only what follows the break, what precedes it is taken off the offers.
    ///
    /// Written for bash 3.2 and later.
    private func bashScript(_ programs: [String]) -> String {
        let function = functionName(programs[0])
        return #"""
            \#(function)() {
                local line=${COMP_LINE:0:COMP_POINT} words=() part current kept lead kind word _ i
                for ((i = 0; i <= COMP_CWORD; i++)); do
                    part=${COMP_WORDS[i]}
                    if ((i == 0)) || [[ $line == [[:space:]]* ]]; then
                        line=${line#"${line%%[![:space:]]*}"}
                        words+=("")
                    fi
                    ((i == COMP_CWORD)) && part=$line
                    line=${line#"$part"}
                    words[${#words[@]} - 1]+=$part
                done
                current=${words[${#words[@]} - 1]}
                kept=${current%"${part##[=:]}"}
                lead=${current%"${current#--*=}"}
                COMPREPLY=()
                {
                    read -r kind
                    case $kind in
                    files | directories)
                        compopt -o filenames 2>/dev/null
                        local action=-f
                        [[ $kind == directories ]] && action=-d
                        while IFS= read -r word; do
                            word=$lead$word
                            COMPREPLY+=("${word#"$kept"}")
                        done < <(compgen "$action" -- "${current#"$lead"}")
                        ;;
                    words)
                        while IFS=$'\t' read -r word _; do
                            word=${word#"$kept"}
                            [[ $word == *[^A-Za-z0-9_.,:=@%+/-]* ]] && printf -v word %q "$word"
                            COMPREPLY+=("$word")
                        done
                        ;;
                    esac
                } < <("${words[0]/#\~\//$HOME/}" __complete "${words[@]:1}" 2>/dev/null)
            }
            complete -F \#(function) \#(programs.joined(separator: " "))

            """#
    }

    private func zshScript(_ programs: [String]) -> String {
        let function = functionName(programs[0])
        return #"""
            \#(function)() {
                local -a lines offers
                local line word
                lines=("${(@f)$("${words[1]}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
                case ${lines[1]} in
                files | directories)
                    compset -P '--*='
                    [[ ${lines[1]} == directories ]] && _files -/ || _files
                    ;;
                words)
                    for line in "${(@)lines[2,-1]}"; do
                        word=${${line%%$'\t'*}//:/\\:}
                        [[ $line == *$'\t'* ]] && word+=":${line#*$'\t'}"
                        offers+=("$word")
                    done
                    _describe -t values value offers
                    ;;
                esac
            }
            compdef \#(function) \#(programs.joined(separator: " "))

            """#
    }

    private func fishScript(_ programs: [String]) -> String {
        let function = functionName(programs[0])
        let registrations = programs.map { "complete -c \($0) -f -a '(\(function))'\n" }.joined()
        return #"""
            function \#(function)
                set -l words (commandline -opc)
                set -l current (commandline -ct)
                set -l program $words[1]
                set -e words[1]
                set -l lines ($program __complete $words "$current" 2>/dev/null)
                set -l kind $lines[1]
                set -e lines[1]
                set -l value (string replace -r '^--[^=]*=' '' -- "$current")
                set -l lead (string replace -r '^(--[^=]*=)?.*' '$1' -- "$current")
                switch "$kind"
                    case files
                        for path in (__fish_complete_path "$value")
                            printf '%s\n' "$lead$path"
                        end
                    case directories
                        for path in (__fish_complete_directories "$value")
                            printf '%s\n' "$lead$path"
                        end
                    case words
                        for line in $lines
                            printf '%s\n' $line
                        end
                end
            end
            \#(registrations)
            """#
    }
}

extension Command {
    /// A command that prints the completion script of a shell: `eval "$(widgetctl completions bash)"`.
    ///
    /// - Parameter programs: What the script completes; the first is the one that has this command.
    package static func completions(for programs: [String]) -> Command {
        let shells = Shell.allCases.map(\.rawValue)
        let shell = Argument(
            "SHELL",
            help: "One of \(shells.joined(separator: ", ")).",
            completion: .values(shells)
        )
        return Command(
            "completions",
            summary: "Print a script that completes commands in a shell.",
            discussion: "Completes \(programs.joined(separator: ", ")).",
            examples: [Example("In this bash", "eval \"$(\(programs[0]) completions bash)\"")],
            arguments: [shell]
        ) { call in
            let shell = try call.argument(shell, as: Shell.init(rawValue:))
            try call.output.standardOutput.write(shell.completionScript(for: programs))
            return .success
        }
    }
}
