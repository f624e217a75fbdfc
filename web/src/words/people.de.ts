import type { PeopleWords } from './PeopleWords.js'

export const people: PeopleWords = {
  title: 'Personen',
  lead: 'Die Namen gehören nur Ihnen. Wer eine Adresse von hier nachahmt, wird aufgehalten.',
  notKept: 'Das Adressbuch ließ sich nicht lesen. Laden Sie die Seite neu.',
  empty: {
    title: 'Noch niemand',
    why: 'Personen erscheinen hier, wenn eine Zahlung eingelöst ist oder wenn Sie sie hinzufügen.',
  },
  contacts: 'Kontakte',
  unconfirmed: {
    title: 'Aus einer Liste, nicht bestätigt',
    why: 'Sie schützen Sie mit einer Warnung vor Nachahmungen. Bevor Sie sich auf einen verlassen, vergleichen Sie ihn mit seinem Inhaber.',
    confirm: 'Bestätigen',
  },
  settled: {
    title: 'Haben Ihre Zahlungen eingelöst',
    why: 'Sie haben es mit dem Code bewiesen. Geben Sie ihnen einen Namen, um sie wiederzufinden.',
    incomplete: 'Vielleicht fehlen welche: Ihre Zahlungen ließen sich nicht vollständig lesen.',
  },
  pairs: {
    title: 'Entschiedene Paare',
    why: 'Zwei Adressen, die gleich aussehen, und welche davon nach Ihrer Entscheidung stimmt. Zahlungen an die Nachahmung werden aufgehalten.',
  },
  add: {
    title: 'Eine Person hinzufügen',
    address: 'Adresse',
    hint: 'Von der Person, nicht aus einem Verlauf. Sie wird beim Tippen geprüft.',
    name: 'Ihr Name für die Person',
    nameHint: 'Höchstens 40 Zeichen. Er bleibt in diesem Browser.',
    nameWrong:
      'Dieser Name ist vergeben, sieht einem anderen ähnlich oder hat Zeichen, die ein Name hier nicht haben kann.',
    save: 'Person speichern',
    blocked: 'Die Prüfung rät von dieser Adresse ab, deshalb wird sie nicht gespeichert.',
  },
  remove: 'Entfernen',
  removeWhy: 'Ihre Nachahmungen werden dann nicht mehr wegen des Adressbuchs aufgehalten.',
  keep: 'Behalten',
  file: {
    title: 'Listen',
    load: 'Eine Liste aus einer Datei hinzufügen',
    save: 'Die Kontakte in eine Datei sichern',
    loaded: (added, skipped) =>
      `${added} hinzugefügt, ${skipped} ausgelassen: schon bekannt oder mit einem vergebenen Namen.`,
    wrong: 'Diese Datei ist keine Liste von Kontakten. Es wurde nichts hinzugefügt.',
  },
}
