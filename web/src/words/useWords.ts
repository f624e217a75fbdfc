import { createContext, useContext } from 'react'
import { createFormat, type Format } from './format.js'
import type { Words } from './Words.js'

/** The words of the page, and numbers and times to go with them. */
export type Language = { id: LanguageId; words: Words; format: Format; choose: (id: LanguageId) => void }
export type LanguageId = 'en' | 'de'

export const LanguageContext = createContext<Language | undefined>(undefined)

/** @throws Outside of a `LanguageProvider`. */
export function useWords(): Language {
  const language = useContext(LanguageContext)
  if (language === undefined) throw new Error('There is no LanguageProvider above.')
  return language
}

/** A language from its words, for a page and for a test. */
export function languageOf(id: LanguageId, words: Words, choose: Language['choose'] = () => {}): Language {
  return { id, words, format: createFormat(words.locale), choose }
}
