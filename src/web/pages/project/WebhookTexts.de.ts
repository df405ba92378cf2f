import type { DisabledReason, WebhookDelivery } from "../../api/Views.ts"

const reasons: Readonly<Record<DisabledReason, string>> = {
  Gone: "der Empfänger hat sich abgemeldet",
  NoSuccess: "seit fünf Tagen kam nichts an",
  MakerIsNoOwner: "wer ihn gespeichert hat, ist nicht mehr Eigentümer",
  MakerRevoked: "wer ihn gespeichert hat, hat keinen Zugriff mehr"
}

const statuses: Readonly<Record<WebhookDelivery["status"], string>> = {
  Pending: "Wartet",
  Delivered: "Zugestellt",
  Failed: "Fehlgeschlagen",
  Refused: "Adresse abgelehnt"
}

/** German texts about webhooks. */
export const words = {
  webhooks: {
    title: "Webhooks",
    about:
      "Ein Webhook meldet die Ereignisse dieses Projekts an eine URL, signiert nach dem Standard „Standard Webhooks“.",
    none: "Noch keine Webhooks",
    noneHint: "Ein Webhook meldet jede Änderung an ein anderes Programm, das dann nicht ständig nachfragen muss.",
    mayNot: "Eigentümer des Projekts verwalten die Webhooks.",
    new: "Neuer Webhook",
    url: "URL",
    types: "Ereignisse",
    typesHint:
      "Durch Leerzeichen getrennt: * für alle, ein Bereich wie model.* oder einzelne Namen wie version.published.",
    description: "Beschreibung",
    state: "Zustand",
    on: "Aktiv",
    off: "Inaktiv",
    offBecause: (reason: DisabledReason): string => `Inaktiv: ${reasons[reason]}`,
    turnOn: "Aktivieren",
    turnOff: "Deaktivieren",
    test: "Test senden",
    deliveries: "Zustellungen",
    rotate: "Neuer Signaturschlüssel",
    rotating: (url: string): string => `Neuen Signaturschlüssel für ${url} erstellen?`,
    rotateAbout:
      "24 Stunden lang werden Meldungen mit beiden Schlüsseln signiert, damit der Empfänger Zeit für den Wechsel hat.",
    deleting: (url: string): string => `Webhook an ${url} löschen?`,
    deleteAbout: "An diese URL wird nichts mehr gesendet, und ihre Zustellungen werden nicht mehr angezeigt.",
    actions: "Aktionen",
    made: "Signaturschlüssel des Webhooks",
    madeAbout:
      "Kopieren Sie ihn jetzt: Der Empfänger prüft damit die Signaturen, und er wird nicht noch einmal angezeigt.",
    copy: "Schlüssel kopieren",
    done: "Fertig",
    list: "Webhooks dieses Projekts",
    deliveriesTo: (url: string): string => `Zustellungen an ${url}`,
    noDeliveries: "In den letzten 30 Tagen wurde nichts gesendet.",
    latest: (shown: number, all: number): string => `Die letzten ${shown} von ${all}`,
    event: "Ereignis",
    tries: "Versuche",
    retry: "Erneut senden",
    next: (time: string): string => `nächster Versuch ${time}`,
    status: (status: WebhookDelivery["status"]): string => statuses[status],
    noAnswer: "keine Antwort"
  }
}
