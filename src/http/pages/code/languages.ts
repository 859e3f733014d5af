/** One pattern per language, with one named group per colour. The first alternative that matches wins. */
export interface Language {
  readonly pattern: RegExp
}

const json = String.raw`(?<name>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<keyword>\b(?:true|false|null)\b)|(?<number>-?\b\d[\d.eE+-]*\b)`

const shell = [
  String.raw`(?<comment>(?<=^|\s)#.*$)`,
  String.raw`(?<string>'[^']*'|"(?:[^"\\]|\\.)*")`,
  String.raw`(?<variable>\$\w+|\$\{[^}]*\})`,
  String.raw`(?<name>(?<=\s)--?[a-zA-Z][\w-]*)`,
  String.raw`(?<call>(?<=^\s*(?:\$ )?|\| ?|&& ?)(?:keyward|curl|npm|npx|bun|docker|kubectl|export|jq|cat|bin/keyward|openssl|psql|sqlite3|systemctl)\b)`,
].join("|")

const words = {
  typescript:
    "import|export|from|const|let|await|async|function|return|if|else|throw|new|type|interface|for|of|in|while|try|catch|finally|switch|case|default|class|extends|true|false|null|undefined|as|satisfies",
  go: "break|case|chan|const|continue|default|defer|else|false|for|func|go|if|import|interface|map|nil|package|range|return|select|struct|switch|true|type|var",
  python:
    "import|from|as|def|return|if|elif|else|for|in|while|try|except|finally|raise|with|class|lambda|print|True|False|None|not|and|or|is|pass|async|await",
}

const typescript = [
  String.raw`(?<comment>//.*$|/\*[\s\S]*?\*/)`,
  "(?<string>\"(?:[^\"\\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\\n]|\\\\.)*'|`(?:[^`\\\\]|\\\\.)*`)",
  String.raw`(?<keyword>\b(?:${words.typescript})\b)`,
  String.raw`(?<name>\b[\w$]+(?=\s*:\s))`,
  String.raw`(?<call>\b[\w$]+(?=\())`,
  String.raw`(?<number>\b\d[\d_.]*\b)`,
].join("|")

const python = [
  "(?<comment>#.*$)",
  String.raw`(?<string>"""[\s\S]*?"""|[rbf]?"(?:[^"\\\n]|\\.)*"|[rbf]?'(?:[^'\\\n]|\\.)*')`,
  String.raw`(?<keyword>\b(?:${words.python})\b)`,
  String.raw`(?<call>\b\w+(?=\())`,
  String.raw`(?<name>\b\w+(?==[^=]))`,
  String.raw`(?<number>\b\d[\d_.]*\b)`,
].join("|")

const go = [
  "(?<comment>//.*$)",
  '(?<string>"(?:[^"\\\\\\n]|\\\\.)*"|`[^`]*`)',
  String.raw`(?<keyword>\b(?:${words.go})\b)`,
  String.raw`(?<name>\b\w+(?=:\s))`,
  String.raw`(?<call>\b\w+(?=\())`,
  String.raw`(?<number>\b\d[\d_.]*\b)`,
].join("|")

const http = String.raw`(?<keyword>^(?:GET|POST|HTTP\/[\d.]+)\b)|(?<name>^[\w-]+(?=: ))|(?<number>\b\d{3}\b(?= ))`

const yaml = String.raw`(?<comment>(?<=^|\s)#.*$)|(?<string>"(?:[^"\\]|\\.)*"|'[^']*')|(?<name>(?<=^[\s-]*)[\w./-]+(?=:(?:\s|$)))|(?<keyword>\b(?:true|false|null)\b)|(?<number>(?<=\s)\d+\b)`

const languages: Readonly<Record<string, Language>> = {
  json: { pattern: new RegExp(json, "g") },
  bash: { pattern: new RegExp(shell, "gm") },
  ts: { pattern: new RegExp(typescript, "gm") },
  python: { pattern: new RegExp(python, "gm") },
  go: { pattern: new RegExp(go, "gm") },
  http: { pattern: new RegExp(http, "gm") },
  yaml: { pattern: new RegExp(yaml, "gm") },
}

const otherNames: Readonly<Record<string, string>> = {
  sh: "bash",
  shell: "bash",
  console: "bash",
  js: "ts",
  javascript: "ts",
  typescript: "ts",
  tsx: "ts",
  jsx: "ts",
  py: "python",
  yml: "yaml",
}

export function languageNamed(name: string): Language | undefined {
  const lower = name.toLowerCase()
  return languages[otherNames[lower] ?? lower]
}
