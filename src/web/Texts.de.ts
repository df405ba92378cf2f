import { decimal } from "./words/Format.ts"

const titles: Readonly<Record<number, string>> = {
  0: "Der Dienst antwortet nicht",
  400: "Der Dienst kann das nicht ausführen",
  401: "Sie sind nicht angemeldet",
  403: "Dafür fehlt Ihnen die Berechtigung",
  404: "Nicht gefunden",
  413: "Zu groß",
  429: "Zu viele Anfragen auf einmal",
  503: "Der Dienst ist nicht verfügbar"
}

/** German texts of the shell. */
export const words = {
  name: "Plinth",
  loading: "Wird geladen …",
  close: "Schließen",
  cancel: "Abbrechen",
  copied: "Kopiert",
  notCopied: "Der Browser hat das Kopieren verweigert",
  create: "Anlegen",
  save: "Speichern",
  delete: "Löschen",
  edit: "Bearbeiten",
  search: "Suchen",
  noMatch: (sought: string): string => `Nichts enthält „${sought}“.`,
  more: (count: string): string => `${count} weitere: mit der Suche finden Sie sie.`,
  skip: "Zum Inhalt springen",
  away: "Der Dienst ist im Moment nicht verfügbar. Neuer Versuch läuft …",
  notFound: "Diese Seite gibt es nicht.",
  toProjects: "Alle Projekte",
  problem: {
    title: (status: number): string => titles[status] ?? "Etwas ist schiefgegangen",
    notLoaded: "Dieser Teil der Seite konnte nicht geladen werden.",
    away: "Der Dienst antwortet nicht.",
    answered: (status: number): string => `Der Dienst hat mit ${status} geantwortet.`,
    code: "Fehlercode",
    requestId: "Anfrage-ID",
    operationId: "Vorgangs-ID",
    retry: "Erneut versuchen",
    retrying: "Neuer Versuch läuft …"
  },
  signIn: {
    title: "Anmelden",
    about: "Projekte, Modelle und ihre Daten auf Ihrem eigenen Server.",
    noUser: [
      "Es gibt noch keinen Benutzer. Beim Start hat der Dienst einen Link ausgegeben, mit dem der erste angelegt wird; ",
      " gibt einen neuen Link aus."
    ],
    invite: "npm run --silent user -- invite",
    button: "Anmelden",
    out: "Abmelden",
    notOut: "Der Dienst antwortet nicht, Sie sind daher noch angemeldet. Bitte versuchen Sie es später erneut.",
    refused: "Die Anmeldung wurde abgelehnt.",
    broken: "Die Anmeldung wurde nicht abgeschlossen.",
    refusedAgain: "Der Dienst nimmt das eben ausgestellte Token nicht an; der Grund steht in seinem Protokoll.",
    token: "Mit Token anmelden",
    tokenHint:
      "Zum Beispiel aus npm run --silent token -- --user NAME. Beim Neuladen der Seite wird es wieder vergessen.",
    tokenLabel: "Token",
    tokenRefused: "Der Dienst lehnt dieses Token ab.",
    unanswered: "Der Dienst antwortet nicht; ob das Token gültig ist, ist noch offen."
  },
  user: {
    menu: "Konto",
    subject: "Ihre Benutzerkennung, mit der andere Sie zu Projekten hinzufügen",
    copy: "Kopieren",
    opaque:
      "Aus Ihrem Token geht nicht hervor, wer Sie sind; Ihre Projekte teilen Sie mit allen, die es verwenden. Ein neues Token nennt den Benutzer."
  },
  tokens: {
    title: "Tokens für Programme"
  },
  admin: {
    title: "Verwaltung"
  },
  preferences: {
    menu: "Sprache und Darstellung",
    language: "Sprache",
    theme: "Darstellung",
    themes: { system: "System", light: "Hell", dark: "Dunkel" }
  },
  elsewhere: {
    title: "Diese Seite hat eine andere Adresse",
    about: (url: string): string =>
      `Der Dienst ist unter ${url} erreichbar, und nur dort funktioniert die Seite. Der Betreiber ändert das mit PUBLIC_URL.`,
    link: (url: string): string => `${url} öffnen`
  },
  projects: {
    title: "Projekte",
    new: "Neues Projekt",
    name: "Name",
    description: "Beschreibung",
    none: "Noch keine Projekte",
    noneHint: "Ein Projekt enthält Modelle, gemeinsame Bibliotheken und die Mitglieder, die daran arbeiten.",
    search: "Projekte durchsuchen",
    noMatch: "Kein Projektname enthält diesen Text."
  },
  sample: {
    short: "Zum Ausprobieren"
  },
  locations: {
    none: "Noch keine räumliche Struktur",
    nameless: "ohne Namen",
    types: {
      Site: "Grundstück",
      Building: "Gebäude",
      Floor: "Geschoss",
      Space: "Raum",
      Bridge: "Brücke",
      MarineFacility: "Wasserbauwerk",
      Railway: "Bahnanlage",
      Road: "Straße",
      BridgePart: "Brückenabschnitt",
      FacilityPartCommon: "Allgemeiner Anlagenteil",
      MarinePart: "Teil eines Wasserbauwerks",
      RailwayPart: "Teil einer Bahnanlage",
      RoadPart: "Straßenabschnitt",
      Facility: "Anlage",
      ExternalSpatialElement: "Außenbereich"
    } as Readonly<Record<string, string>>,
    elevation: (metres: number): string => `${decimal(metres)}\u00a0m`
  },
  fields: {
    MaterialLayerSet: "Material",
    SpatialLocation: "Ort",
    Class: "Klasse",
    Guid: "GlobalId",
    Model: "Modell",
    Description: "Beschreibung",
    Elevation: "Höhenlage",
    LongName: "Langname",
    ObjectType: "Objekttyp",
    OverallHeight: "Gesamthöhe",
    OverallWidth: "Gesamtbreite",
    PredefinedType: "Vordefinierter Typ",
    TypeName: "Typ"
  } as Readonly<Record<string, string>>,
  libraryGroups: { Project: "Projekt", Model: "Modell" },
  roles: { Owner: "Eigentümer", Contributor: "Bearbeiter", User: "Leser" } as Readonly<Record<string, string>>
}
