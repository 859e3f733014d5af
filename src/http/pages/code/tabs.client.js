// A reader who has chosen a language sees it first on every page.
const storedLanguage = "keyward-language"

function choose(language) {
  for (const input of document.querySelectorAll(".code-tabs input")) {
    if (input.dataset.language === language) input.checked = true
  }
}

const stored = localStorage.getItem(storedLanguage)
if (stored) choose(stored)
document.addEventListener("change", ({ target }) => {
  const { language } = target.dataset
  if (language === undefined) return
  localStorage.setItem(storedLanguage, language)
  choose(language)
})
