export interface CsvRecord {
  /** Number of the first line, from 1; a quoted field may span several lines. */
  readonly line: number
  readonly fields: readonly string[]
}

const maxRecordLength = 1024 * 1024

/** Reads CSV as described in RFC 4180 and skips empty lines. Throws if the file is malformed. */
export async function* csvRecords(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord> {
  const reader = createReader()
  const decoder = new TextDecoder("utf-8", { fatal: true })
  const textOf = (chunk?: Uint8Array) => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
    } catch (cause) {
      throw new Error(`The file is not UTF-8 after line ${reader.line()}.`, { cause })
    }
  }
  for await (const chunk of chunks) yield* reader.read(textOf(chunk))
  yield* reader.read(textOf())
  yield* reader.end()
}

const plainText = /[^",\r\n]*/y

/** The text until the next character that may end the field. */
function plainAt(text: string, place: number): string {
  plainText.lastIndex = place
  return plainText.exec(text)?.[0] ?? ""
}

type State = "field begins" | "plain" | "quoted" | "after quote"

function createReader() {
  let state: State = "field begins"
  let fields: string[] = []
  let field = ""
  let line = 1
  let beganAt = 1
  let length = 0
  /** A chunk may end between the carriage return and the line feed of one line end. */
  let wasReturn = false

  const fail = (what: string) => new Error(`The file is not valid CSV in line ${line}: ${what}.`)
  const endField = () => {
    fields.push(field)
    field = ""
    state = "field begins"
  }
  const endRecord = (): CsvRecord | undefined => {
    endField()
    const record = { line: beganAt, fields }
    fields = []
    length = 0
    return record.fields.length === 1 && record.fields[0] === "" ? undefined : record
  }
  const inQuotes = (character: string) => {
    if (character === '"') state = "after quote"
    else field += character
  }
  /** A quote, or any character after a closing quote. */
  const outside = (character: string) => {
    if (state === "after quote" && character === '"') {
      field += '"'
      state = "quoted"
    } else if (character === '"' && state === "field begins") state = "quoted"
    else if (character === '"') throw fail("a quote appears inside an unquoted field")
    else throw fail("text follows a closing quote")
  }

  return {
    line: () => line,
    *read(text: string): Generator<CsvRecord> {
      let place = 0
      while (place < text.length) {
        const plain = state === "field begins" || state === "plain" ? plainAt(text, place) : ""
        const character = text[place] ?? ""
        const step = Math.max(plain.length, 1)
        place += step
        length += step
        if (length > maxRecordLength) throw fail("a record is longer than 1 MiB, possibly because of an unclosed quote")
        if (plain !== "") {
          field += plain
          state = "plain"
          wasReturn = false
          continue
        }
        const follows = wasReturn && character === "\n"
        wasReturn = character === "\r" && state !== "quoted"
        if (follows) continue
        const isEnd = character === "\n" || character === "\r"
        if (state === "quoted") inQuotes(character)
        else if (character === ",") endField()
        else if (isEnd) {
          const record = endRecord()
          if (record !== undefined) yield record
        } else outside(character)
        if (character === "\n" || wasReturn) line += 1
        if (isEnd && fields.length === 0 && field === "" && state === "field begins") beganAt = line
      }
    },
    *end(): Generator<CsvRecord> {
      if (state === "quoted") throw fail(`the quote opened in or after line ${beganAt} is not closed`)
      if (fields.length === 0 && field === "" && state === "field begins") return
      const record = endRecord()
      if (record !== undefined) yield record
    },
  }
}
