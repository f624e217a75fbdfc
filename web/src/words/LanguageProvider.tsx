import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { readChoice, writeChoice } from '../app/choices.js'
import { en } from './en.js'
import { LanguageContext, type LanguageId, languageOf } from './useWords.js'

/** Starts in English, and changes to the chosen language as soon as its texts are loaded. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [id, setId] = useState<LanguageId>(() => readChoice('language', ['en', 'de']) ?? preferred(navigator.languages))
  const [words, setWords] = useState(en)
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const next = id === 'de' ? (await import('./german.js')).german.de : en
      if (isCurrent) setWords(next)
    }
    // If they cannot be loaded, the page stays in English.
    load().catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [id])
  useEffect(() => {
    document.documentElement.lang = words.locale
  }, [words])
  const language = useMemo(
    () =>
      languageOf(id, words, (next) => {
        writeChoice('language', next)
        setId(next)
      }),
    [id, words],
  )
  return <LanguageContext value={language}>{children}</LanguageContext>
}

/** The first language of the browser that the page has. */
export function preferred(languages: readonly string[]): LanguageId {
  return languages.map((tag) => tag.slice(0, 2)).find((tag): tag is LanguageId => tag === 'de' || tag === 'en') ?? 'en'
}
