/** Programs recognize a Keyward by this title, so it stays the same in every version. */
export const documentTitle = "Keyward"
