/** German texts about tokens for programs. */
export const words = {
  tokens: {
    about:
      "Ein Programm mit einem solchen Token handelt in Ihrem Namen, mit den Berechtigungen und in den Projekten, die Sie ihm geben.",
    new: "Neues Token",
    none: "Noch keine Tokens",
    noneHint:
      "Mit einem Token kann ein Skript oder ein anderer Dienst Ihre Projekte lesen oder ändern, ohne dass sich jemand anmeldet.",
    noneHere: "Kein Token für Programme hat Zugriff auf dieses Projekt.",
    ofProject: "Tokens aller Mitglieder, die auf dieses Projekt Zugriff haben",
    name: "Name",
    user: "Mitglied",
    scopes: "Berechtigungen",
    does: {
      "projects:read": "Projekte und deren Mitglieder sehen",
      "projects:write": "Projekte und deren Mitglieder anlegen, ändern und löschen",
      "models:read": "Modelle lesen, Mengen ermitteln und exportieren",
      "models:write": "Modelle hochladen, bearbeiten und löschen",
      "libraries:read": "Eigenschaften, Materialien, räumliche Struktur und Klassifikation lesen",
      "libraries:write": "Eigenschaften, Materialien, räumliche Struktur und Klassifikation ändern",
      admin: "Den Dienst verwalten: Benutzer, Clients und Vorgänge"
    },
    projects: "Projekte",
    all: "Alle Projekte, auch künftige",
    allShort: "Alle",
    some: "Nur diese",
    noProjects: "Keine mehr",
    expires: "Gültig bis",
    used: "Zuletzt verwendet",
    never: "Nie",
    lasts: "Gültig für",
    days: (count: number): string => (count === 365 ? "Ein Jahr" : `${count} Tage`),
    actions: "Aktionen",
    deleting: (name: string): string => `${name} löschen?`,
    deleteAbout: "Programme mit diesem Token werden ab sofort abgewiesen.",
    shutOut: "Ausschließen",
    shuttingOut: (name: string): string => `${name} von diesem Projekt ausschließen?`,
    shutOutAbout: "Das Token hat auf dieses Projekt keinen Zugriff mehr. In anderen bleibt es gültig.",
    made: "Das Token ist erstellt",
    madeAbout: "Kopieren Sie es jetzt und bewahren Sie es wie ein Passwort auf: Es wird nicht noch einmal angezeigt.",
    copy: "Token kopieren",
    done: "Fertig"
  }
}
