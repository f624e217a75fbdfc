import type { Words } from './Words.js'

export const de: Words = {
  locale: 'de-DE',
  app: {
    skip: 'Zum Inhalt springen',
    pages: 'Seiten',
    pay: 'Zahlen',
    claim: 'Einlösen',
    boxes: 'Ausgabenkonten',
    bridge: 'Andere Netze',
    hub: 'Hub-Guthaben',
    receive: 'Empfang',
    activity: 'Verlauf',
    people: 'Personen',
    links: 'Zahlungslinks',
    settings: 'Einstellungen',
    more: 'Mehr',
    language: 'Sprache',
    theme: 'Farben',
    themes: { system: 'Automatisch', light: 'Hell', dark: 'Dunkel' },
    build: (version) => `Holdfast ${version}`,
    testNetwork: 'Testnetz',
    notFound: {
      title: 'Diese Seite gibt es nicht',
      why: 'Der Link ist vielleicht unvollständig. Es wurde nichts gesendet.',
      back: 'Zur Startseite',
    },
    broken: {
      title: 'Eine Datei dieser Seite wurde verändert oder fehlt',
      why: 'Der Browser hat sie nicht ausgeführt, denn sie ist nicht die veröffentlichte. Sie hat nichts unterschrieben. Laden Sie einmal neu. Geschieht es wieder, benutzen Sie diese Seite nicht; die Kommandozeile kann dasselbe.',
      otherWhy:
        'Diese Seite hat einen Fehler. Was Sie unterschrieben haben, ist aufbewahrt, und nach dem Neuladen ist jede offene Zahlung aufgeführt.',
      reload: 'Seite neu laden',
    },
    framed: {
      title: 'Öffnen Sie diese Seite für sich allein',
      why: 'Eine andere Seite zeigt sie in ihrer eigenen. Dort könnte sie verdecken, was Sie unterschreiben.',
      open: 'In neuem Tab öffnen',
    },
    notKept: {
      title: 'Dieser Browser bewahrt nichts auf',
      why: 'Speichern ist hier nicht erlaubt, wie in manchen privaten Fenstern, oder andere Seiten könnten es lesen, wie hinter manchen Gateways. Mit dem Tab ist auch der Code einer Zahlung weg: Kopieren Sie ihn, sobald er erscheint.',
    },
    release: {
      title: 'Es gibt eine neue Fassung dieser Seite',
      why: 'Beenden Sie, was Sie gerade tun, und laden Sie sie dann: Begonnenes bleibt erhalten.',
      press: 'Laden',
    },
    asOf: (time) => `Das Netz antwortet nicht. Letzte Antwort: ${time}.`,
    offline: 'Sie sind offline. Gesendet wird erst, wenn Sie den Knopf noch einmal drücken.',
    waiting: 'Wird geladen\u00a0…',
    again: 'Noch einmal prüfen',
    copy: 'Kopieren',
    copied: 'Kopiert',
    noQr: 'Dieser Link ist zu lang für einen QR-Code. Kopieren Sie ihn.',
    details: 'Einzelheiten',
    burner: 'Wegwerf-Wallet auf einer Testkette: Das Geld darin ist nichts wert',
    unfinished: (count) =>
      count === 1 ? '1 Zahlung ist nicht abgeschlossen.' : `${count} Zahlungen sind nicht abgeschlossen.`,
    goOn: 'Fortsetzen',
  },
  wallet: {
    connect: 'Wallet verbinden',
    title: 'Eine Wallet verbinden',
    asking: 'Wallets werden gesucht\u00a0…',
    none: {
      title: 'Es wurde keine Wallet gefunden',
      why: 'Wallets melden sich bei der Seite. Installieren Sie eine und laden Sie neu, oder öffnen Sie diese Seite im Browser der Wallet Ihres Telefons.',
      phone: 'Adresse dieser Seite für mein Telefon kopieren',
    },
    claims: 'Name und Bild gibt sich jede Wallet selbst. Nichts beweist, dass sie stimmen.',
    browser: 'Wallet dieses Browsers',
    burner: 'Wegwerf-Wallet',
    burnerWhy: 'Mit Testgeld, das mit dem Tab verschwindet',
    own: 'Ihr Konto',
    disconnect: 'Trennen',
    close: 'Schließen',
    connected: (account) => `Verbunden als ${account}`,
    failed:
      'Die Wallet hat sich nicht verbunden. Öffnen Sie sie, antworten Sie auf ihre Frage, und versuchen Sie es noch einmal.',
    silent: 'Ihre Wallet antwortet seit einer Minute nicht. Suchen Sie ihr Fenster.',
    closed: 'Ich habe es geschlossen',
    wrongNetwork: (network) =>
      `Ihre Wallet ist ${network === undefined ? 'in einem Netz, das hier unbekannt ist' : `auf ${network}`}.`,
    switchTo: (network) => `Zu ${network} wechseln`,
    noContract: (network) => `Auf ${network} gibt es Holdfast nicht. Wählen Sie ein anderes Netz.`,
    drift: {
      disconnected:
        'Die Wallet wurde getrennt. Es wird nichts mehr unterschrieben: Verbinden Sie dasselbe Konto oder beginnen Sie neu.',
      account:
        'Die Wallet ist zu einem anderen Konto gewechselt. Es wird nichts mehr unterschrieben: Wechseln Sie zurück oder beginnen Sie neu.',
      chain:
        'Die Wallet ist in ein anderes Netz gewechselt. Es wird nichts mehr unterschrieben: Wechseln Sie zurück oder beginnen Sie neu.',
      wallet:
        'Jetzt ist eine andere Wallet verbunden. Es wird nichts mehr unterschrieben: Wechseln Sie zurück oder beginnen Sie neu.',
    },
  },
  address: {
    words: 'Vier Wörter der Adresse',
    wordsHint: 'Fragen Sie den Empfänger nach seinen vier Wörtern. Eine Nachahmung hat andere.',
    wordsOwn: 'Lesen Sie sie dem Zahler vor.',
    differ: (count, endsAreSame) =>
      `${count} von 40 Zeichen sind verschieden${endsAreSame ? '. Die beiden Enden, auf die man schaut, sind gleich' : ''}.`,
    middle: (first, second) => `Gruppen ${first} und ${second}, wie der Empfänger sie Ihnen vorliest`,
    middleHint:
      'Ihre erste Zahlung an diese Adresse. Acht Zeichen aus der Mitte, wohin kaum jemand schaut. Fragen Sie mündlich danach.',
    middleWrong:
      'Das sind nicht die Zeichen dieser Adresse. Zahlen Sie nicht, und lassen Sie sich vom Empfänger noch einmal die ganze Adresse geben.',
  },
  recipient: {
    hidden_character:
      'Im Text steckt ein unsichtbares Zeichen. Lassen Sie sich die Adresse noch einmal geben; diese wurde vielleicht verändert.',
    foreign_character:
      'Ein Zeichen sieht nur so aus, als gehörte es in eine Adresse. Lassen Sie sich die Adresse noch einmal geben; diese wurde vielleicht verändert.',
    length: 'Eine Adresse hat 42 Zeichen: 0x und 40 weitere.',
    checksum:
      'Große und kleine Buchstaben passen nicht zusammen: Mindestens ein Zeichen ist falsch. Lassen Sie sich die Adresse noch einmal von ihrem Inhaber geben.',
    not_an_address: 'Das ist keine Adresse. Adressen beginnen mit 0x.',
    own_address: 'Das ist Ihre eigene Adresse.',
  },
  field: {
    amount: 'Betrag',
    balance: (amount) => `Sie haben ${amount}`,
  },
  amount: {
    not_a_number: () => 'Schreiben Sie einen Betrag, zum Beispiel 25 oder 0,5.',
    two_meanings: () => 'Punkt oder Komma kann hier zweierlei bedeuten. Schreiben Sie 1500 oder 1,5.',
    too_small: () => 'Der Betrag muss größer als null sein.',
    too_precise: () => 'USDC hat höchstens sechs Nachkommastellen.',
    more_than_balance: () => 'Das ist mehr, als in Ihrer Wallet ist.',
  },
  wait: {
    wallet: 'Verbinden Sie erst eine Wallet',
    network: 'Wechseln Sie erst das Netz',
    contract: 'Wählen Sie erst ein anderes Netz',
    recipient: 'Geben Sie an, wer bezahlt wird',
    amount: 'Geben Sie den Betrag ein',
    checking: 'Warten Sie auf die Prüfung der Adresse',
    quote: 'Warten Sie auf die Gebühr',
    plan: 'Warten Sie, bis es vorbereitet ist',
    offline: 'Sie sind offline',
    middle: 'Tippen Sie die Zeichen aus der Mitte',
    drift: 'Die Wallet hat sich geändert',
    code: 'Geben Sie den Code ein',
    fields: 'Berichtigen Sie, was markiert ist',
    balance: 'In Ihrer Wallet ist weniger',
    refused: 'Oben steht, was fehlt',
    own_address: 'Geben Sie Ihre Adresse ein',
    address: 'Geben Sie die Adresse ein',
    open: 'Schließen Sie erst ab, was oben offen ist',
  },
  busy: {
    elsewhere: 'Ein anderer Tab zahlt gerade von diesem Konto',
    here: 'Dieser Tab zahlt noch von diesem Konto. Antworten Sie in Ihrer Wallet, oder laden Sie die Seite neu.',
    request: 'Diese Anforderung wird gerade bezahlt',
    sent: 'Ein anderer Tab hat das gesendet, oder vielleicht gesendet. Sehen Sie im Verlauf nach, und öffnen Sie eine neue Prüfung, um es noch einmal zu senden.',
  },
  effect: {
    none: 'Es wurde nichts gesendet, und kein Geld hat sich bewegt.',
    open: 'Ob sich Geld bewegt hat, ist noch nicht bekannt. Senden Sie nicht noch einmal.',
    done: 'Etwas wurde schon ausgeführt. Sehen Sie nach, bevor Sie weitermachen.',
  },
}
