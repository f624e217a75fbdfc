import type { SettingsWords } from './SettingsWords.js'

const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

export const settings: SettingsWords = {
  title: 'Einstellungen',
  lead: 'Sie gelten nur für diesen Browser. Ein Konto bei uns gibt es nicht.',
  look: 'Sprache und Farben',
  endpoints: {
    title: 'Womit sich diese Seite verbindet',
    fixed: 'Die Liste wurde mit der Seite festgelegt; jede andere Verbindung lehnt der Browser ab.',
    node: 'Knoten',
    explorer: 'Explorer',
    service: 'Dienst',
    noService: 'keiner: Einlösen braucht eine Wallet und Netzgebühr',
    field: (chain) => `Ihr eigener Knoten für ${chain}`,
    hint: 'Auf diesem Gerät, etwa http://127.0.0.1:8545.',
    save: 'Prüfen und verwenden',
    reset: 'Wieder die aufgeführten Knoten verwenden',
    checking: 'Der Knoten wird gefragt\u00a0…',
    saved: 'Er wird verwendet, sobald die Seite neu geladen ist.',
    fault: {
      not_local: 'Die Adresse muss mit http://127.0.0.1 beginnen, denn eine andere darf diese Seite nicht fragen.',
      silent: 'Dort hat kein Knoten geantwortet. Starten Sie ihn, und prüfen Sie seinen Port.',
      other_chain: 'Der Knoten dort ist in einem anderen Netz. Geben Sie einen dieses Netzes an.',
    },
  },
  data: {
    title: 'Was dieser Browser aufbewahrt',
    why: (rows, contacts) =>
      `${plural(rows, '1 Zahlung oder Vorgang', `${rows} Zahlungen und Vorgänge`)} und ${plural(contacts, '1 Kontakt', `${contacts} Kontakte`)}. Codes und Geheimnisse sind verschlüsselt, mit einem Schlüssel, der diesen Browser nicht verlässt.`,
    none: 'Bisher nichts.',
    contacts: 'Die Kontakte in eine Datei sichern',
    journal: 'Alles in eine Datei sichern',
    journalWhy:
      'In der Datei stehen die Codes Ihrer Zahlungen und die Geheimnisse Ihrer Zahlungslinks, lesbar. Das Geheimnis eines Zahlungslinks ist Geld: Verwahren Sie die Datei wie Bargeld.',
    journalGo: 'Das weiß ich: Datei sichern',
    unsaved:
      'Es wurde nichts gesichert, denn nicht alles ließ sich lesen. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
    cancel: 'Doch nicht',
    delete: 'Alles hier löschen',
    deleteWhy:
      'Codes, die nur hier sind, sind dann verloren: Sie können eine offene Zahlung noch zurückholen, aber ihren Code nicht mehr nennen. Geld auf der Kette bleibt unberührt.',
    deleteOpen: (count) =>
      plural(
        count,
        '1 Zahlung ist nicht abgeschlossen. Schließen Sie sie erst ab.',
        `${count} Zahlungen sind nicht abgeschlossen. Schließen Sie sie erst ab.`,
      ),
    deleteGo: 'Endgültig löschen',
    deleted: 'Gelöscht. Hier ist keine Zahlung, kein Kontakt und keine Einstellung mehr aufbewahrt.',
    failed: 'Es ließ sich nicht löschen. Schließen Sie die anderen Tabs dieser Seite und versuchen Sie es noch einmal.',
  },
  page: {
    title: 'Diese Seite',
    version: 'Fassung',
    tree: 'Hash aller ihrer Dateien',
    treeWhy:
      'Vergleichen Sie ihn mit dem in der Veröffentlichung. Ein Host, der die Seite verändert, kann hier jede Zahl zeigen: Wer Gewissheit braucht, baut die Seite selbst oder nimmt die Kommandozeile.',
    noTree: 'ließ sich nicht lesen',
    other: 'Die Dateien auf dem Host sind von einer anderen Fassung als der, die läuft. Laden Sie die Seite neu.',
  },
}
