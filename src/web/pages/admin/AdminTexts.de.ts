import { counted } from "../../words/Format.ts"

const actions: Readonly<Record<string, string>> = {
  "admin.users.list": "Benutzer aufgelistet",
  "admin.user.create": "Benutzer angelegt",
  "admin.user.remove": "Benutzer gelöscht",
  "admin.user.revoke": "Benutzer überall abgemeldet",
  "admin.user.linkPassword": "Link zum Setzen eines Passworts erstellt",
  "admin.clients.list": "Clients aufgelistet",
  "admin.client.create": "Client angelegt",
  "admin.client.remove": "Client gelöscht",
  "admin.storage.read": "Speicherbelegung angesehen",
  "admin.audit.read": "Protokoll gelesen",
  "admin.operations.list": "Vorgänge aufgelistet",
  "admin.health.read": "Zustand angesehen",
  "client.register": "Selbst registriert",
  "client.allow": "Programm zugelassen",
  "model.modify": "Modell bearbeitet",
  "model.publish": "Änderungen eines Modells veröffentlicht",
  "model.discard": "Änderungen eines Modells verworfen",
  "member.put": "Einem Mitglied eine Rolle zugewiesen",
  "model.member.put": "Einem Mitglied eine Rolle im Modell zugewiesen",
  "model.member.remove": "Rolle im Modell entzogen",
  "invitation.accept": "Einladung angenommen",
  "token.shutOut": "Token ausgeschlossen",
  "topics.import": "Themen importiert",
  "requests.refuse": "Weitere Anfragen abgelehnt"
}

const things: Readonly<Record<string, string>> = {
  code: "Code",
  codification: "Codebibliothek",
  comment: "Kommentar",
  document: "Dokument",
  invitation: "Einladung",
  location: "Ort",
  material: "Material",
  "material.library": "Materialbibliothek",
  member: "Mitglied",
  model: "Modell",
  operation: "Vorgang",
  project: "Projekt",
  "property.definition": "Eigenschaft eines Satzes",
  "property.set": "Eigenschaftssatz",
  query: "Gespeicherten Filter",
  requirements: "Anforderungen",
  snippet: "Snippet eines Themas",
  token: "Token",
  topic: "Thema",
  viewpoint: "Ansicht eines Themas",
  webhook: "Webhook"
}

const verbs: Readonly<Record<string, string>> = {
  change: "geändert",
  create: "angelegt",
  disable: "abgeschaltet",
  fail: "nicht abgeschlossen",
  finish: "abgeschlossen",
  remove: "gelöscht",
  retry: "wiederholt",
  rotate: "mit neuem Geheimnis versehen",
  start: "gestartet",
  test: "getestet"
}

/** German texts of the administration. */
export const words = {
  admin: {
    parts: "Bereiche der Verwaltung",
    not: "Dieser Bereich ist für Administratoren des Dienstes",
    notHint:
      "Sie gehören nicht dazu. Wer den Dienst betreibt, ernennt Administratoren. Wurden Sie es gerade erst, melden Sie sich ab und wieder an.",
    tabs: {
      users: "Benutzer",
      clients: "Clients",
      storage: "Speicher",
      operations: "Vorgänge",
      audit: "Protokoll",
      health: "Zustand"
    },
    refresh: "Aktualisieren",
    recorded: "Jeder Blick in diesen Bereich wird protokolliert; deshalb aktualisiert er sich nicht von selbst.",
    pager: {
      previous: "Zurück",
      next: "Weiter",
      part: (first: number, last: number, all: number): string =>
        `${counted(first)} bis ${counted(last)} von ${counted(all)}`
    }
  },
  users: {
    list: "Benutzer des Dienstes",
    none: "Noch hat niemand ein Konto",
    noneHere: "Keine Benutzer auf dieser Seite",
    add: "Benutzer hinzufügen",
    addAbout:
      "Das Passwort setzt der Benutzer selbst über einen Link, der Ihnen einmal angezeigt wird. Senden Sie ihn nur dieser Person.",
    user: "Benutzername",
    name: "Name",
    operator: "Administrator",
    makeOperator: "Darf den Dienst verwalten",
    created: "Angelegt",
    seen: "Zuletzt gesehen",
    never: "Nie",
    provider:
      "Die Anmeldung läuft über Ihren Identitätsanbieter: Benutzer, Passwörter und Administratoren werden dort geändert.",
    made: "Der Link ist erstellt",
    madeAbout:
      "Damit setzt die Person ihr Passwort, einmal und innerhalb von 24 Stunden. Der Link wird nur hier und nur jetzt angezeigt.",
    copy: "Link kopieren",
    done: "Fertig",
    link: "Passwort-Link",
    linkOf: (user: string): string => `Passwort-Link für ${user} erstellen`,
    linking: (user: string): string => `Link erstellen, mit dem ${user} das Passwort setzt?`,
    linkAbout:
      "Wer den Link öffnet, setzt das Passwort. Bis dahin gilt das bisherige. Eigentümer der Projekte dieses Benutzers sehen in ihrem Protokoll, dass Sie ihn erstellt haben.",
    makeLink: "Link erstellen",
    revoke: "Überall abmelden",
    revokeOf: (user: string): string => `${user} überall abmelden`,
    revoking: (user: string): string => `${user} überall abmelden?`,
    revokeAbout:
      "Beendet alle Anmeldungen, Tokens für Programme und Ereignisströme dieses Benutzers und deaktiviert seine Webhooks. Konto, Passwort und Mitgliedschaften bleiben.",
    revoked: (user: string): string => `${user} ist überall abgemeldet.`,
    noAccount: "Dieser Benutzer hat hier kein Konto oder keines mehr.",
    deleted: (user: string): string =>
      `${user} hat kein Konto mehr. Wer den Dienst unter diesem Namen wieder benutzt, erscheint erneut in der Liste.`,
    deleteOf: (user: string): string => `${user} löschen`,
    deleting: (user: string): string => `Benutzer ${user} löschen?`,
    deleteAbout:
      "Der Benutzer kann sich nicht mehr anmelden; Anmeldungen, Tokens für Programme und Webhooks enden. Mitgliedschaften und alles, was der Benutzer angelegt hat, bleiben unter diesem Namen. Das kann nicht rückgängig gemacht werden."
  },
  clients: {
    list: "Programme, bei denen man sich anmeldet",
    none: "Noch keine Clients",
    noneHint: "Ein Client ist ein Programm, das Benutzer über OAuth anmeldet, etwa eine eigene App.",
    noneHere: "Keine Clients auf dieser Seite",
    add: "Client hinzufügen",
    id: "Client-ID",
    uris: "Weiterleitungs-URLs",
    urisHint: "Eine pro Zeile: vollständige Adressen, zu denen Benutzer zurückkehren.",
    scopes: "Berechtigungen",
    secret: "Geheimnis",
    withSecret: "Mit Geheimnis: für ein Programm auf einem Server, nicht im Browser oder auf einem Telefon",
    has: "Ja",
    hasNone: "Nein",
    registered: "Selbst registriert",
    claimed: (name: string): string => `Nennt sich „${name}“`,
    made: "Der Client ist angelegt",
    madeAbout: "Kopieren Sie sein Geheimnis jetzt: Es wird nicht noch einmal angezeigt.",
    copy: "Geheimnis kopieren",
    done: "Fertig",
    deleteOf: (client: string): string => `${client} löschen`,
    deleting: (client: string): string => `Client ${client} löschen?`,
    deleteAbout: "Wer sich damit angemeldet hat, wird dort abgemeldet, und niemand kann sich mehr damit anmelden."
  },
  storage: {
    kinds: "Was Platz belegt",
    kind: "Art",
    size: "Größe",
    share: "Anteil",
    database: "Datenbank",
    files: "Dateien aller Projekte",
    free: "Frei auf dem Datenträger",
    noFree: "Die Dateien liegen in einem Bucket; der ist nicht begrenzt.",
    projects: "Dateien nach Projekt",
    project: "Projekt",
    id: "Projekt-ID",
    none: "Noch keine Projekte"
  },
  audit: {
    list: "Protokoll aller Projekte und des Dienstes, Neuestes zuerst",
    none: "Noch nichts protokolliert",
    at: "Zeitpunkt",
    by: "Person",
    program: "Programm",
    byMcp: "über MCP",
    action: "Aktion",
    object: "Objekt",
    outcome: "Ergebnis",
    project: "Projekt-ID",
    requestId: "Anfrage-ID",
    service: "Der Dienst",
    done: "Ausgeführt",
    actions,
    things,
    verbs,
    acted: (thing: string, verb: string): string => `${thing} ${verb}`
  },
  allOperations: {
    list: "Vorgänge aller Projekte, neueste zuerst",
    none: "Noch keine Vorgänge",
    about: "Namen von Modellen und Dateien sehen nur die Mitglieder ihrer Projekte.",
    project: "Projekt-ID",
    model: "Modell-ID"
  },
  health: {
    ready: "Der Dienst ist bereit",
    unavailable: "Ein Teil des Dienstes antwortet nicht",
    version: (version: string): string => `Version ${version}`,
    parts: "Bestandteile",
    part: "Bestandteil",
    state: "Zustand",
    names: {
      storage: "Datenbank",
      blobs: "Dateien",
      queue: "Warteschlange der Vorgänge",
      tokens: "Anmeldung",
      service: "Dienst"
    } as Readonly<Record<string, string>>,
    states: { ok: "Funktioniert", unavailable: "Antwortet nicht", stopping: "Wird beendet" } as Readonly<
      Record<string, string>
    >,
    waiting: "Offene Vorgänge",
    count: "Anzahl",
    noneWaiting: "Keine Vorgänge offen.",
    workers: "Arbeitsprozesse",
    workersOf: (busy: number, alive: number, wanted: number): string =>
      `${counted(busy)} von ${counted(alive)} beschäftigt; mindestens ${counted(wanted)} werden bereitgehalten`
  }
}
