import type { Words } from './Words.js'

const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

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
    themes: { system: 'Wie auf diesem Gerät', light: 'Hell', dark: 'Dunkel' },
    build: (version) => `Holdfast ${version}`,
    testNetwork: 'Testnetz',
    notFound: {
      title: 'Diese Seite gibt es nicht',
      why: 'Der Link ist vielleicht unvollständig. Es wurde nichts gesendet.',
      back: 'Zur ersten Seite',
    },
    broken: {
      title: 'Eine Datei dieser Seite wurde verändert oder fehlt',
      why: 'Der Browser hat sie nicht ausgeführt, denn sie ist nicht die veröffentlichte. Es wurde nichts unterschrieben. Laden Sie einmal neu. Geschieht es wieder, benutzen Sie diese Seite nicht; die Kommandozeile kann dasselbe.',
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
      why: 'Speichern ist hier nicht erlaubt, wie in manchen privaten Fenstern. Mit dem Tab ist auch der Code einer Zahlung weg: Kopieren Sie ihn, sobald er erscheint.',
    },
    offline: 'Sie sind offline. Gesendet wird erst, wenn Sie den Knopf noch einmal drücken.',
    waiting: 'Wird geladen …',
    copy: 'Kopieren',
    copied: 'Kopiert',
    details: 'Einzelheiten',
    burner: 'Wegwerf-Wallet auf einer Testkette: Ihr Geld ist nichts wert',
  },
  wallet: {
    connect: 'Wallet verbinden',
    title: 'Eine Wallet verbinden',
    asking: 'Wallets werden gesucht …',
    none: {
      title: 'Es wurde keine Wallet gefunden',
      why: 'Wallets melden sich bei der Seite. Installieren Sie eine und laden Sie neu, oder öffnen Sie diese Seite im Browser der Wallet Ihres Telefons.',
      phone: 'Adresse dieser Seite für mein Telefon kopieren',
    },
    claims: 'Namen und Bilder sind, was die Wallets von sich selbst sagen.',
    browser: 'Wallet dieses Browsers',
    burner: 'Wegwerf-Wallet',
    burnerWhy: 'Mit Testgeld, weg mit dem Tab',
    own: 'Ihr Konto',
    disconnect: 'Trennen',
    close: 'Schließen',
    connected: (account) => `Verbunden als ${account}`,
    failed: 'Die Wallet hat sich nicht verbunden. Entsperren Sie sie und versuchen Sie es noch einmal.',
    wrongNetwork: (network) => `Ihre Wallet ist in ${network ?? 'einem Netz, das hier unbekannt ist'}.`,
    switchTo: (network) => `Zu ${network} wechseln`,
    noContract: (network) => `In ${network} gibt es Holdfast nicht. Wählen Sie ein anderes Netz.`,
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
    words: 'Ihre vier Wörter',
    wordsHint: 'Fragen Sie den Empfänger nach seinen vier Wörtern. Eine Nachahmung hat andere.',
    wordsOwn: 'Ihre vier Wörter. Lesen Sie sie dem Zahler vor.',
    differ: (count, endsAreSame) =>
      `${count} von 40 Zeichen sind verschieden${endsAreSame ? '. Die beiden Enden, auf die man schaut, sind gleich' : ''}.`,
    middle: (first, second) => `Gruppen ${first} und ${second}, wie der Empfänger sie Ihnen vorliest`,
    middleHint:
      'Ihre erste Zahlung an diese Adresse. Acht Zeichen aus der Mitte, wohin kaum jemand schaut. Fragen Sie mündlich danach.',
    middleWrong:
      'Das sind nicht die Zeichen dieser Adresse. Halten Sie ein und lassen Sie sich vom Empfänger noch einmal die ganze Adresse geben.',
  },
  recipient: {
    hidden_character:
      'Im Text steckt ein unsichtbares Zeichen. Lassen Sie sich die Adresse noch einmal geben; diese wurde vielleicht verändert.',
    foreign_character:
      'Ein Buchstabe sieht nur aus wie einer einer Adresse. Lassen Sie sich die Adresse noch einmal geben; diese wurde vielleicht verändert.',
    length: 'Eine Adresse hat 42 Zeichen: 0x und 40 weitere.',
    checksum:
      'Große und kleine Buchstaben passen nicht zusammen: Mindestens ein Zeichen ist falsch. Kopieren Sie die Adresse noch einmal von ihrem Inhaber.',
    not_an_address: 'Das ist keine Adresse. Eine beginnt mit 0x.',
    own_address: 'Das ist Ihre eigene Adresse.',
  },
  amount: {
    not_a_number: () => 'Schreiben Sie einen Betrag, zum Beispiel 25 oder 0,5.',
    two_meanings: () => 'Hier kann das Zeichen zweierlei bedeuten. Schreiben Sie 1500 oder 1,5.',
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
    offline: 'Sie sind offline',
    middle: 'Tippen Sie die Zeichen aus der Mitte',
    drift: 'Die Wallet hat sich geändert',
    code: 'Geben Sie den Code ein',
    busy: 'Ein anderer Tab zahlt gerade von diesem Konto',
    fields: 'Berichtigen Sie, was markiert ist',
    balance: 'In Ihrer Wallet ist weniger als das',
    refused: 'Oben steht, was fehlt',
    own_address: 'Geben Sie Ihre Adresse ein',
    address: 'Geben Sie die Adresse ein',
  },
  firewall: {
    checking: 'Wird mit allen verglichen, die Sie bezahlt haben …',
    safe: 'Geprüft: Nichts spricht gegen diese Adresse.',
    warning: 'Bevor Sie zahlen',
    unanswered: 'Die Adresse konnte nicht geprüft werden. Eine ungeprüfte Zahlung ist keine sichere.',
    again: 'Noch einmal prüfen',
    decide: 'Entscheiden, welche der beiden stimmt',
    reason: {
      LOOKALIKE_ADDRESS: ({ matched, undecided }) =>
        [
          'Sie sieht aus wie eine Adresse, die Sie kennen',
          matched === undefined
            ? ''
            : `: Die ersten ${matched.prefix} und die letzten ${matched.suffix} Zeichen sind gleich, die Mitte nicht`,
          undecided ? '. Sie kennen beide gleich gut: Nur der Inhaber kann sagen, welche stimmt.' : '.',
        ].join(''),
      ZERO_VALUE_BAIT: ({ count = 1 }) =>
        `${plural(count, 'Eine Überweisung', `${count} Überweisungen`)} von nichts ${plural(count, 'hat', 'haben')} sie in Ihren Verlauf gebracht, damit Sie sie kopieren.`,
      COUNTERFEIT_TOKEN_BAIT: ({ count = 1 }) =>
        `${plural(count, 'Eine Überweisung', `${count} Überweisungen`)} von Falschgeld ${plural(count, 'hat', 'haben')} sie in Ihren Verlauf gebracht, damit Sie sie kopieren.`,
      DUST_BAIT: () =>
        'Von ihr kam ein winziger Betrag, der sie in Ihren Verlauf gebracht hat, damit Sie sie kopieren.',
      NEW_ADDRESS: () =>
        'Sie hat auf dieser Kette keinen Verlauf. Das ist üblich bei einer neuen Wallet und bei einem Tippfehler.',
      FRESH_ADDRESS: () => 'Sie tauchte vor weniger als einem Tag zum ersten Mal auf.',
      VERIFIED_RECIPIENT: () => 'Dort wurde eine geschützte Zahlung von Ihnen eingelöst.',
      KNOWN_COUNTERPARTY: () => 'Sie haben sie schon bezahlt, gespeichert, oder sie ist Ihre eigene.',
      DATA_UNAVAILABLE: ({ sources = [] }) =>
        sources.length === 0
          ? 'Nicht alles konnte geprüft werden.'
          : `Nicht alles konnte geprüft werden: keine Antwort zu ${sources.map((source) => source.replace(':', ' der Kette ')).join(', ')}.`,
    },
  },
  send: {
    title: 'In USDC zahlen',
    lead: 'Das Geld wird für den Empfänger gesperrt, der es mit einem Code von Ihnen einlöst. Bis dahin können Sie es zurückholen.',
    recipient: 'Adresse des Empfängers',
    recipientHint: 'Vom Empfänger, nicht aus einem Verlauf. Sie wird schon beim Tippen geprüft.',
    amount: 'Betrag',
    balance: (amount) => `Sie haben ${amount}`,
    time: 'Zeit zum Einlösen',
    timeHint: 'Danach geht das Geld an Sie zurück.',
    times: { hour: '1 Stunde', day: '1 Tag', week: '7 Tage' },
    review: 'Zahlung prüfen',
    preparing: 'Die Zahlung wird vorbereitet …',
    unfinished: (count) =>
      plural(count, '1 Zahlung ist nicht abgeschlossen.', `${count} Zahlungen sind nicht abgeschlossen.`),
    goOn: 'Fortsetzen',
    claimLink: 'Das ist ein Link, mit dem Geld eingelöst wird. Öffnen',
    clipboardChanged: {
      title: 'Der eingefügte Text wurde verändert',
      why: 'Im Feld steht nicht, was in der Zwischenablage war. Vielleicht tauscht ein Programm auf diesem Gerät Adressen aus. Zahlen Sie von diesem Gerät nicht, bis Sie es gefunden haben.',
    },
  },
  block: {
    title: 'Zahlen Sie nicht an diese Adresse',
    titleChanged: 'Das hat sich geändert, seit Sie hingesehen haben',
    lead: 'Sie ahmt eine Adresse nach, die Sie kennen. Diebe stellen solche Adressen her und legen sie in Verläufe, damit man sie kopiert.',
    leadUndecided:
      'Zwei Adressen, die Sie kennen, sehen gleich aus. Eine davon ist vielleicht eine Nachahmung, und nichts hier kann sagen, welche.',
    leadIncomplete:
      'Ihre eigenen Zahlungen konnten nicht gelesen werden. Ob diese Adresse eine davon nachahmt, lässt sich nicht sagen.',
    paying: 'Sie sind dabei, zu zahlen an',
    known: 'Sie kennen',
    back: 'Zurück',
    told: 'Der Empfänger hat mir diese Adresse persönlich gesagt',
    toldWhy:
      'Dann tippen Sie zwei Gruppen aus ihrer Mitte, wie der Empfänger sie Ihnen mündlich vorliest. Sie zahlen gegen diesen Rat.',
    goOn: 'Gegen diesen Rat fortfahren',
    reasons: 'Was gefunden wurde',
  },
  review: {
    title: 'Zahlung prüfen',
    sentence: ({ amount, time }) =>
      `${amount} für diese Adresse sperren. Die Zahlung kann ${time} lang eingelöst werden, und bis dahin können Sie sie zurückholen.`,
    to: 'An',
    amount: 'Betrag',
    time: 'Zeit zum Einlösen',
    until: (time, moment) => `${time}, bis etwa ${moment}`,
    fee: 'Gebühr',
    noFee: 'keine',
    network: 'Netzgebühr',
    atMost: (amount) => `höchstens ${amount}`,
    change: (what) => `Ändern: ${what}`,
    changeShort: 'Ändern',
    wallet: (count) => plural(count, 'Ihre Wallet wird einmal fragen', `Ihre Wallet wird ${count} Mal fragen`),
    call: ({ functionName, amount }) => {
      if (functionName === 'approve') return `Dem Zahlungsvertrag genau ${amount ?? 'diesen Betrag'} überlassen`
      if (functionName === 'createConfig') return 'Ihre Bedingungen registrieren: Zeit zum Einlösen, keine Gebühr'
      if (functionName.startsWith('sendProtected')) return `${amount ?? 'Den Betrag'} für den Empfänger sperren`
      return functionName
    },
    contract: (name) => (name === 'transfer' ? 'Zahlungsvertrag von Holdfast' : name === 'usdc' ? 'USDC' : 'Vertrag'),
    send: (amount) => `${amount} senden`,
    declined: 'Sie haben in Ihrer Wallet abgelehnt. Es wurde nichts gesendet.',
    changed: 'Die Zahlung wurde neu geprüft, denn etwas hat sich geändert:',
    changes: {
      account: 'das verbundene Konto',
      chain: 'das Netz',
      payer: 'wer zahlt',
      recipient: 'der Empfänger, der jetzt ein Vertrag ist oder keiner mehr',
      amount: 'der Betrag',
      fee: 'die Gebühr',
      terms: 'die Bedingungen',
      allowance: 'was der Zahlungsvertrag nehmen darf',
      balance: 'Ihr Guthaben, das nicht mehr reicht',
      firewall: 'was die Prüfung gefunden hat',
      network_fee: 'die Netzgebühr, die gestiegen ist',
      steps: 'wonach Ihre Wallet fragen wird',
      state: 'der Zustand der Zahlung',
      carried_out: 'sie wurde schon ausgeführt: Sehen Sie nach Ihren Zahlungen',
    },
  },
  progress: {
    title: 'Die Zahlung wird gesendet',
    lead: 'Der Code erscheint, sobald die Kette bestätigt, dass genau diese Zahlung entstanden ist.',
    step: {
      checking: 'Adresse noch einmal prüfen',
      register: 'Bedingungen registrieren',
      approve: 'Betrag freigeben',
      sign: 'Unterschreiben',
      lock: 'Geld sperren',
      other: 'Transaktion',
    },
    phase: {
      checking: 'Wird geprüft …',
      simulate: 'Wird ausprobiert, ohne zu senden …',
      sign: 'Bestätigen Sie in Ihrer Wallet.',
      send: 'Auf dem Weg ins Netz …',
      confirm: 'Warten auf die Bestätigung des Netzes …',
    },
    leave: 'Sie können diese Seite verlassen. Die Zahlung ist aufbewahrt, und Sie finden sie auf der ersten Seite.',
    transaction: 'Transaktion',
    silent: 'Ihre Wallet antwortet seit einer Minute nicht. Suchen Sie ihr Fenster.',
    closed: 'Ich habe es geschlossen',
    resumeTitle: 'Was aus dieser Zahlung wurde',
    looking: 'Auf der Kette wird nachgesehen. Die Wallet wird nicht noch einmal gefragt.',
    notFound:
      'Bisher ist auf der Kette nichts zu finden. Wenn Sie in Ihrer Wallet bestätigt haben, kann es noch ankommen.',
    lookAgain: 'Noch einmal nachsehen',
    giveUpTitle: 'Sie haben nicht bestätigt?',
    giveUp: 'Diese Zahlung schließen',
    giveUpWhy:
      'Nur wenn Sie sicher sind. Eine Zahlung, die später ankommt, ist trotzdem aufgeführt, und ihr Code ist aufbewahrt.',
    gone: 'Diese Zahlung ist in diesem Browser nicht aufbewahrt.',
  },
  swapped: {
    title: 'Unterschrieben wurde etwas anderes, als Sie sahen',
    lead: 'Es entstand eine andere Zahlung als die auf Ihrem Bildschirm. Ihre Wallet oder ein Programm auf diesem Gerät hat sie verändert. Das Geld ist noch gesperrt: Holen Sie es jetzt zurück.',
    shown: 'Sie sahen',
    mined: 'Auf der Kette',
    amounts: (shown, mined) => `Sie sahen ${shown}. Auf der Kette sind es ${mined}.`,
    cancel: 'Geld jetzt zurückholen',
    cancelled: 'Das Geld ist zurück',
    cancelledWhy: 'Zahlen Sie von diesem Gerät nichts mehr, bis Sie wissen, was die Zahlung verändert hat.',
    after: 'Zur ersten Seite',
  },
  claim: {
    title: 'Zahlung einlösen',
    lead: 'Fügen Sie den Link ein, den Sie bekommen haben. Ihn zu öffnen löst nichts ein.',
    link: 'Link zum Einlösen',
    linkHint: 'Er enthält „#/claim/“.',
    linkWrong: 'Das ist kein Link zum Einlösen. Lassen Sie ihn sich noch einmal geben.',
    open: 'Link öffnen',
    card: (amount) => `${amount} für Sie`,
    from: 'Von',
    fromHint: 'Nichts belegt, wem dieses Konto gehört. Ein Name in einer Nachricht ist kein Beweis.',
    to: 'Geht an',
    toOwn: 'Ihr verbundenes Konto',
    toOther: 'Das ist nicht das Konto, das Sie verbunden haben. Das Geld geht an die Adresse oben, nicht an Sie.',
    until: 'Bis',
    fee: 'Gebühr',
    costs: 'Kostet Sie',
    free: 'nichts',
    code: 'Code',
    codeHint: '16 Buchstaben und Ziffern, vom Absender. Groß oder klein und Bindestriche sind gleich.',
    press: 'Ohne Netzgebühr einlösen',
    pressWallet: 'Mit meiner Wallet einlösen',
    own: 'oder das Netz selbst bezahlen',
    pressed: 'Wird eingelöst …',
    done: { title: (amount) => `${amount} eingelöst`, why: 'Das Geld ist auf der Adresse oben.' },
    asksAgain:
      'Der Ausgang ist noch nicht bekannt. Die Seite fragt von selbst noch einmal; zweimal eingelöst wird nicht.',
    attempts: (left) => plural(left, 'Es bleibt ein Versuch.', `Es bleiben ${left} Versuche.`),
    fault: {
      wrong_code:
        'Dieser Code öffnet die Zahlung nicht. Vergleichen Sie ihn mit dem des Absenders. Es wurde kein Versuch verbraucht.',
      locked:
        'Fünf falsche Codes haben die Zahlung gesperrt. Das Geld ist sicher: Bitten Sie den Absender um einen neuen Code.',
      not_pending: 'Sie lässt sich nicht mehr einlösen.',
      expired: 'Die Zeit zum Einlösen ist vorbei. Das Geld geht an den Absender zurück.',
      unknown: 'Es gibt keine solche Zahlung.',
      other_recipient: 'Die Zahlung ist für eine andere Adresse.',
      invalid_signature: 'Dieser Code öffnet die Zahlung nicht. Vergleichen Sie ihn mit dem des Absenders.',
      token_refused:
        'USDC verweigert die Bewegung: Der Empfänger steht auf der Sperrliste, oder der Herausgeber hat USDC angehalten.',
      foreign_verifier:
        'Ein fremder Vertrag prüft den Code dieser Zahlung, und der Dienst ruft ihn nicht auf. Holen Sie sie mit Ihrer Wallet ab.',
    },
    state: {
      locked: {
        title: 'Gesperrt nach fünf falschen Codes',
        why: 'Das Geld ist sicher. Der Absender kann einen neuen Code setzen oder es zurückholen.',
      },
      claimed: { title: 'Schon eingelöst', why: 'Das Geld ist auf der Adresse des Empfängers.' },
      cancelled: { title: 'Vom Absender zurückgeholt', why: 'Fragen Sie den Absender, was geschehen ist.' },
      returned: {
        title: 'An den Absender zurückgegangen',
        why: 'Sie wurde nicht rechtzeitig eingelöst. Der Absender kann sie noch einmal senden.',
      },
      expired: {
        title: 'Die Zeit zum Einlösen ist vorbei',
        why: 'Das Geld geht an den Absender zurück, der es noch einmal senden kann.',
      },
      replaced: {
        title: 'Dieser Link gilt nicht mehr',
        why: 'Der Absender hat einen neuen Code gesetzt. Fragen Sie danach.',
      },
    },
    missing: {
      title: 'Es gibt keine solche Zahlung',
      why: 'Der Link ist vielleicht unvollständig, oder die Zahlung ist neu und noch nicht bestätigt.',
    },
    otherChain: {
      title: 'Diese Zahlung ist in einem anderen Netz',
      why: 'Diese Seite kennt das Netz nicht. Öffnen Sie den Link in der Anwendung, die er nennt.',
    },
  },
  transfer: {
    title: (id) => `Zahlung ${id}`,
    status: {
      NONE: 'Es gibt keine solche Zahlung',
      PENDING: 'Gesperrt, wartet auf die Einlösung',
      CLAIMED: 'Eingelöst',
      CANCELLED: 'Zurückgeholt',
      RECLAIMED: 'Nach Ablauf zurückgegangen',
      LOCKED: 'Gesperrt nach fünf falschen Codes',
    },
    overdue: 'Ihre Zeit ist vorbei. Sie kann an den Absender zurückgehen.',
    lockedWhy: 'Das Geld ist sicher. Ein neuer Code öffnet sie wieder.',
    asOf: (time) => `Das Netz antwortet nicht. So war es um ${time}.`,
    code: {
      title: 'Der Code für den Empfänger',
      why: 'Der Empfänger braucht ihn zum Einlösen. Sagen Sie ihn persönlich, mündlich oder in einem anderen Chat als dem, aus dem die Adresse kam.',
      never:
        'Senden Sie ihn nie an etwas, zu dem diese Adresse führt: Ist die Adresse eine Nachahmung, ist das der Dieb.',
      copyNow:
        'Kopieren Sie ihn jetzt: Dieser Browser bewahrt nichts auf, und ohne den Code können Sie das Geld nur zurückholen.',
      copy: 'Code kopieren',
      link: 'Link ohne Code kopieren',
      linkWith: 'Link mit dem Code darin kopieren',
      linkWithWhy:
        'Wer diesen Link öffnet, kann die Zahlung an diesen Empfänger abschließen. Messenger und Browserverläufe bewahren ihn auf.',
      otherAccount: 'Der Code ist für das Konto aufbewahrt, das gesendet hat. Verbinden Sie es, um ihn zu sehen.',
      notKept: 'Der Code ist nicht in diesem Browser. Setzen Sie einen neuen, falls er verloren ist.',
    },
    actions: 'Was Sie tun können',
    readOnly: 'Verbinden Sie das Konto, das gesendet hat, um zurückzuholen oder einen neuen Code zu setzen.',
    cancel: 'Zurückholen',
    cancelWhy: 'Der ganze Betrag geht sofort an Sie zurück. Der Code wird wertlos.',
    rekey: 'Neuen Code setzen',
    rekeyWhy: 'Der alte Code wird wertlos. Geben Sie dem Empfänger den neuen.',
    giveBack: 'An den Absender zurückgeben',
    giveBackWhy: 'Ihre Zeit ist vorbei. Jeder kann sie zurückgeben; sie geht allein an den Absender.',
    confirm: 'Bestätigen Sie in Ihrer Wallet …',
    keep: 'So lassen',
    lost: {
      claimed: 'Sie wurde eingelöst, bevor das geschehen konnte.',
      cancelled: 'Sie wurde zurückgeholt, bevor das geschehen konnte.',
      returned: 'Sie ging zurück, bevor das geschehen konnte.',
    },
    missing: {
      title: 'Es gibt keine solche Zahlung',
      why: 'Sie ist vielleicht in einem anderen Netz, oder die Transaktion ist noch nicht bestätigt.',
    },
  },
  effect: {
    none: 'Es wurde nichts gesendet, und kein Geld hat sich bewegt.',
    open: 'Ob sich Geld bewegt hat, ist noch nicht bekannt. Senden Sie nicht noch einmal.',
    done: 'Etwas wurde ausgeführt.',
  },
}
