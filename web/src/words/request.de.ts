import type { RequestWords } from './RequestWords.js'

const incomplete =
  'Öffnen Sie den Link noch einmal oder bitten Sie den Empfänger noch einmal darum. Es wurde nichts gesendet.'

export const request: RequestWords = {
  title: (amount) => (amount === undefined ? 'Sie werden um Geld gebeten' : `Sie werden um ${amount} gebeten`),
  lead: 'Wenn Sie diese Seite öffnen, wird noch nichts bezahlt. Die Adresse unten wird geprüft wie jede andere.',
  loading: 'Die Unterschrift wird geprüft\u00a0…',
  payee: 'An',
  name: 'In Ihrem Adressbuch',
  reference: 'Wofür',
  referenceHint: 'In den Worten dessen, der unterschrieben hat. Nichts beweist sie.',
  amount: 'Betrag',
  amountHint: 'Sie bestimmen ihn.',
  until: 'Zu bezahlen bis',
  signed: {
    key: 'Unterschrieben vom Schlüssel dieser Adresse. Das beweist die Adresse, nicht den Menschen: Fragen Sie mündlich nach den vier Wörtern.',
    contract:
      'Unterschrieben vom Vertrag an dieser Adresse. Das beweist die Adresse, nicht den Menschen: Fragen Sie mündlich nach den vier Wörtern.',
  },
  paid: {
    title: (count) =>
      count === 1
        ? 'Diese Anforderung haben Sie schon bezahlt'
        : `Diese Anforderung haben Sie schon ${count} Mal bezahlt`,
    why: 'Eine Anforderung ist für eine Zahlung. Zahlen Sie nur noch einmal, wenn Ihnen der Empfänger gesagt hat, dass die erste nicht ankam.',
    open: 'Diese Zahlung ansehen',
    again: 'Ich will noch einmal zahlen',
  },
  review: 'Zahlung prüfen',
  fault: {
    not_a_request: { title: 'Das ist keine gültige Anforderung', why: incomplete },
    unknown_version: {
      title: 'Diese Anforderung ist neuer als die Seite',
      why: 'Diese Seite kann sie nicht lesen. Laden Sie die Seite neu, um ihre neueste Fassung zu bekommen.',
    },
    too_large: { title: 'Diese Anforderung ist zu lang', why: incomplete },
    bad_encoding: { title: 'Diese Anforderung ist beschädigt', why: incomplete },
    bad_field: { title: 'Diese Anforderung ist ungültig', why: incomplete },
    unknown_token: {
      title: 'Diese Anforderung lässt sich hier nicht bezahlen',
      why: 'Sie verlangt einen anderen Token als USDC oder nennt ein Konto, das nicht bezahlt werden kann.',
    },
    expired: {
      title: 'Die Zeit für diese Anforderung ist vorbei',
      why: 'Bitten Sie den Empfänger um eine neue, falls noch zu zahlen ist.',
    },
    not_yet: {
      title: 'Diese Anforderung gilt noch nicht',
      why: 'Öffnen Sie sie später wieder.',
    },
    signature_invalid: {
      title: 'Bezahlen Sie diese Anforderung nicht',
      why: 'Die Adresse in ihr hat sie nicht unterschrieben: Sie wurde unterwegs verändert oder ist erfunden. Bitten Sie den Empfänger auf anderem Weg um eine neue.',
    },
    other_chain: {
      title: 'Diese Anforderung ist für ein anderes Netz',
      why: 'Diese Seite kennt das Netz nicht oder ist in einem anderen.',
    },
    own: { title: 'Das ist eine Anforderung von Ihnen', why: 'Schicken Sie sie dem, der Ihnen zahlen soll.' },
  },
  back: 'Zur Startseite',
}
