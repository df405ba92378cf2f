/** German texts about invitations. */
export const words = {
  invitations: {
    title: "Sie sind zu einem Projekt eingeladen",
    signedIn: (name: string): string => `Sie sind als ${name} angemeldet.`,
    accept: "Einladung annehmen",
    about: "Melden Sie sich an, um die Einladung anzunehmen.",
    aboutNew:
      "Wenn Sie hier noch kein Konto haben, legen Sie eines an. Mit diesem Benutzernamen melden Sie sich künftig an.",
    signIn: "Anmelden und annehmen",
    user: "Benutzername",
    password: "Passwort",
    passwordHint: "Mindestens 8 Zeichen",
    make: "Konto anlegen und annehmen",
    none: "Dieser Link ist unvollständig. Kopieren Sie ihn ganz, oder bitten Sie um einen neuen.",
    gone: "Diese Einladung ist unbekannt, bereits verwendet, abgelaufen oder zurückgezogen. Bitten Sie um eine neue.",
    actions: "Aktionen",
    list: "Einladungen",
    listAbout: "Wer den Link einer Einladung öffnet, wird Mitglied. Jeder Link gilt einmal.",
    noneOpen: "Keine offenen Einladungen.",
    invite: "Per Link einladen",
    role: "Rolle",
    lasts: "Gültig für",
    days: (count: number): string => (count === 1 ? "1 Tag" : `${count} Tage`),
    by: "Eingeladen von",
    expires: "Gültig bis",
    create: "Link erstellen",
    made: "Die Einladung ist erstellt",
    madeAbout: "Senden Sie diesen Link an eine Person. Er wird nur hier und nur jetzt angezeigt.",
    copy: "Link kopieren",
    done: "Fertig",
    withdraw: "Zurückziehen",
    withdrawing: (role: string): string => `Einladung als ${role} zurückziehen?`,
    withdrawAbout: "Der Link wird ungültig."
  }
}
