import type { ReceiveWords } from './ReceiveWords.js'

export const receive: ReceiveWords = {
  title: 'Empfang',
  lead: 'Geben Sie dem Zahler Ihre Adresse auf einem Weg, den nur Sie beide benutzen: mündlich, persönlich oder in einem Chat, den Sie beide kennen.',
  address: 'Ihre Adresse',
  copy: 'Adresse kopieren',
  qr: 'Ihre Adresse als QR-Code',
  noWallet: {
    title: 'Verbinden Sie erst eine Wallet',
    why: 'Dann stehen hier Ihre Adresse, ihre vier Wörter und ihr QR-Code. Um eine Zahlung einzulösen, brauchen Sie keine Wallet.',
  },
  ask: {
    title: 'Geld anfordern',
    why: 'Eine unterschriebene Anforderung enthält Ihre Adresse und den Betrag. Der Zahler kopiert und tippt nichts, und eine veränderte Anforderung wird abgelehnt.',
    go: 'Anforderung erstellen',
  },
  form: {
    title: 'Geld anfordern',
    lead: 'Ihre Wallet unterschreibt die Anforderung. Das kostet nichts und bewegt nichts.',
    amount: 'Betrag',
    amountHint: 'Leer: Der Zahler bestimmt ihn.',
    reference: 'Wofür',
    referenceHint: 'Das liest der Zahler: höchstens 64 einfache Buchstaben und Ziffern.',
    referenceWrong: 'Höchstens 64 Zeichen: einfache Buchstaben, Ziffern und Satzzeichen, ohne Umlaute.',
    life: 'Gültig für',
    lives: { day: '1 Tag', week: '7 Tage', month: '30 Tage' },
    sign: 'Anforderung unterschreiben',
    signing: 'Bestätigen Sie in Ihrer Wallet\u00a0…',
  },
  made: {
    title: 'Ihre Anforderung',
    lead: ({ amount, until }) => `${amount ?? 'Ein beliebiger Betrag'} für Sie, bis ${until}.`,
    qr: 'Die Anforderung als QR-Code',
    copy: 'Link kopieren',
    warning:
      'Der Zahler sieht Ihre Adresse und Ihre vier Wörter. Sagen Sie ihm die Wörter mündlich: Auch ein Dieb kann eine Anforderung unterschreiben, für eine andere Adresse.',
    file: 'Als Datei sichern',
    fileWhy: 'Die Unterschrift Ihres Kontos ist zu lang für einen Link. Schicken Sie dem Zahler die Datei.',
    again: 'Noch eine erstellen',
  },
}
