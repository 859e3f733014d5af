/** The path that programs import. It changes with the place where the module is published. */
export const modulePath = "github.com/keyward/keyward/clients/go"

/** The oldest version of Go that can build the client: it has `iter.Seq2`. */
export const oldestGo = "1.23"
