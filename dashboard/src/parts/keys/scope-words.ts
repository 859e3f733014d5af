/** The field `scoped` of a key, for people. */
export const scopeWords = {
  label: "Scoped to its customer",
  hint: "The key holds only those of its own permissions that its customer has too.",
}
