import type { PeopleWords } from './PeopleWords.js'

export const people: PeopleWords = {
  title: 'Personen',
  lead: 'Nur Sie sehen diese Namen. Zahlungen an eine Nachahmung dieser Adressen werden aufgehalten.',
  notKept: 'Das Adressbuch ließ sich nicht lesen. Laden Sie die Seite neu.',
  empty: {
    title: 'Noch niemand',
    why: 'Personen erscheinen hier, wenn eine Zahlung eingelöst ist oder wenn Sie sie hinzufügen.',
  },
  contacts: 'Kontakte',
  unconfirmed: {
    title: 'Aus einer Liste, nicht bestätigt',
    why: 'Vor ihren Nachahmungen werden Sie gewarnt, aber nicht aufgehalten. Bevor Sie sich auf eine dieser Adressen verlassen, lassen Sie sie sich vom Inhaber vorlesen.',
    confirm: 'Bestätigen',
  },
  settled: {
    title: 'Haben eine Zahlung von Ihnen eingelöst',
    why: 'Der Code hat es bewiesen. Geben Sie ihnen einen Namen, um sie wiederzufinden.',
    incomplete: 'Vielleicht fehlen welche: Ihre Zahlungen ließen sich nicht vollständig lesen.',
  },
  pairs: {
    title: 'Entschiedene Paare',
    why: 'Zwei Adressen, die fast gleich aussehen, und welche davon nach Ihrer Entscheidung stimmt. Zahlungen an die Nachahmung werden aufgehalten.',
  },
  add: {
    title: 'Eine Person hinzufügen',
    address: 'Adresse',
    hint: 'Von der Person, nicht aus einem Verlauf. Sie wird beim Tippen geprüft.',
    name: 'Wie Sie die Person nennen',
    nameHint: 'Höchstens 40 Zeichen. Er bleibt in diesem Browser.',
    nameWrong:
      'Dieser Name ist vergeben, sieht einem anderen ähnlich oder hat Zeichen, die ein Name hier nicht haben kann.',
    save: 'Person speichern',
    blocked: 'Die Prüfung rät von dieser Adresse ab, deshalb wird sie nicht gespeichert.',
  },
  more: (left) => `Mehr zeigen: noch ${left}`,
  remove: 'Entfernen',
  removeWhy: 'Das Adressbuch hält Nachahmungen dieser Adresse dann nicht mehr auf.',
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
