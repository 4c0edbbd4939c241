// The command that checks a file as the editor does.

/** Settings that differ from the defaults go into the command. */
export interface CheckOptions {
  threads: string;
  errorLabels: string[];
  seconds: number;
  mebibytes: number;
}

/** The command line, quoted for a POSIX shell. */
export function commandLine(file: string, options: CheckOptions): string {
  const words = ["boolprog", "check", file];
  if (options.threads !== "") {
    words.push("--threads", options.threads);
  }
  for (const label of options.errorLabels) {
    words.push("--error-label", label);
  }
  words.push("--timeout", String(options.seconds), "--memory", String(options.mebibytes));
  return words.map(quoted).join(" ");
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
