import { setTheme, THEMES, useTheme } from '../app/theme.js'
import { useWords } from '../words/useWords.js'

/** Language and theme, in the footer of each page and in the settings. */
export function LookChoices() {
  const { words, id, choose } = useWords()
  const theme = useTheme()
  return (
    <span className="choices">
      <label>
        {words.app.language}
        <select value={id} onChange={({ target }) => choose(target.value === 'de' ? 'de' : 'en')}>
          <option value="en" lang="en">
            English
          </option>
          <option value="de" lang="de">
            Deutsch
          </option>
        </select>
      </label>
      <label>
        {words.app.theme}
        <select
          value={theme}
          onChange={({ target }) => setTheme(THEMES.find((one) => one === target.value) ?? 'system')}
        >
          {THEMES.map((one) => (
            <option key={one} value={one}>
              {words.app.themes[one]}
            </option>
          ))}
        </select>
      </label>
    </span>
  )
}
