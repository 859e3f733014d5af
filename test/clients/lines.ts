/** Reads the output of a program line by line. Fails if the program ends before the next line. */
export function lineReader(child: { readonly stdout: ReadableStream<Uint8Array>; readonly exited: Promise<number> }) {
  const lines = linesOf(child.stdout)
  return async (): Promise<string> => {
    const { value, done } = await lines.next()
    if (done) throw new Error(`The program ended with ${await child.exited}.`)
    return value
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder()
  let rest = ""
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n")
    rest = lines.pop() ?? ""
    yield* lines
  }
  return undefined
}
