// The texts of the checkout page in German.
import type { Wording } from '../words.ts';

export const de: Wording = {
  page: {
    untitled: 'Bezahlen',
    language: 'Sprache',
    opening: 'Ihre Zahlung wird geöffnet…',
    titlePay: '{total} bezahlen',
    titlePaid: 'Bezahlt',
    titleAccepted: 'Angenommen',
    titleExpired: 'Abgelaufen',
    titleCanceled: 'Storniert',
    titleConfirming: 'Wird bestätigt',
    titleSent: 'Zahlung gesendet',
    titleFailed: 'Zahlung gescheitert',
    titlePartPaid: 'Teilweise bezahlt',
    connectionLost:
      'Der Zahlungsdienst antwortet nicht, diese Seite ist vielleicht nicht aktuell. Sie verbindet sich von ' +
      'selbst wieder. Eine gesendete Zahlung geht nicht verloren.',
    offline:
      'Sie sind offline, diese Seite ist vielleicht nicht aktuell. Es geht weiter, sobald Sie wieder online ' +
      'sind. Eine gesendete Zahlung geht nicht verloren.',
    testTitle: 'Testzahlung.',
    test: 'Coins auf einem Testnetz sind nichts wert. Senden Sie nie echte.',
    support: 'Sie erreichen den Händler unter {contact}.',
  },
  announced: {
    paid: 'Zahlung abgeschlossen.',
    accepted: 'Der Händler hat Ihre Zahlung angenommen. Sie können die Seite verlassen.',
    canceled: 'Diese Rechnung wurde storniert.',
    expired: 'Die Zeit zum Bezahlen ist abgelaufen.',
    awaiting: 'Warten auf {amount} {coin}.',
    confirming: 'Zahlung gesehen. {progress}',
    partMissing: 'Ein Teil ist noch offen.',
    partPaid: 'Ein Teil ist bezahlt.',
    sent: 'Zahlung gesendet. Warten, bis {network} sie zeigt.',
    choosing: 'Wählen Sie, wie Sie bezahlen.',
    choosingAgain: 'Der letzte Versuch ist beendet. Wählen Sie, wie Sie bezahlen.',
  },
  receipt: {
    label: 'Bestellung',
    reference: 'Bestellung {reference}',
    total: 'Summe',
    stamp: 'Bezahlt',
    paid: 'Bezahlt',
    pending: 'Wird bestätigt',
    due: 'Noch offen',
    items: { one: '{count} Artikel', other: '{count} Artikel' },
    discount: 'Rabatt',
    shipping: 'Versand',
    tax: 'Steuern',
  },
  choosing: {
    title: '{amount} bezahlen',
    loading: 'Zahlungsarten werden geladen…',
    noOffer: 'Für diesen Betrag bietet der Händler noch keinen Coin an. Bitte fragen Sie den Händler.',
    noNetwork: 'Gerade ist keines der Netzwerke erreichbar. Die Seite versucht es von selbst wieder.',
    offers: 'Coin und Netzwerk',
    onNetwork: 'auf {network}',
    networks: { one: '{count} Netzwerk', other: '{count} Netzwerke' },
    more: 'Weitere Coins',
    unavailable: 'Nicht verfügbar',
    about: '≈ {amount}',
    payWith: 'Mit {wallet} bezahlen',
    answerIn: 'Bitte in {wallet} antworten…',
    gettingPrice: 'Ihr Preis wird geholt…',
  },
  awaiting: {
    title: '{amount} auf {network} senden',
    priceHolds: 'Dieser Preis gilt noch {time}',
    replaced:
      'Die Zahlung, die hier zu sehen war, wurde ersetzt, bevor sie in einen Block kam. Die neue bezahlt diese ' +
      'Rechnung nicht. Es ist nichts angekommen.',
    networkAway:
      '{network} lässt sich gerade nicht beobachten. Ihre Zahlung erscheint hier verspätet, sie geht nicht verloren.',
    noAddress: 'Die Adresse dieser Zahlung lässt sich nicht bestätigen. Senden Sie nichts; fragen Sie den Händler.',
    sent: 'Gesendet. Warten, bis {network} sie zeigt ({hash}).',
    waiting: 'Warten auf Ihre Zahlung. Sie können die Seite schließen, sie wird trotzdem gefunden.',
  },
  ways: {
    title: 'Wie bezahlen Sie?',
    app: 'Wallet-App',
    exchange: 'Börse',
    browser: 'Dieser Browser',
    withdraw: 'Zahlen Sie {coin} aus und wählen Sie das Netzwerk {network}.',
    addFee: 'Es müssen {amount} ankommen: Rechnen Sie die Gebühr Ihrer Börse dazu.',
    sentIt: 'Schon gesendet? Fügen Sie hier den Transaktions-Hash (TxID) ein.',
    noWallet: 'In diesem Browser ist keine Wallet für {network}.',
  },
  instructions: {
    code: 'Zahlungscode für {amount} {coin}',
    addressCode: 'Code der Adresse',
    plainCode: 'Code ohne Betrag',
    amountCode: 'Code mit Betrag',
    amountCodeHint: 'Nicht jede Wallet liest diesen Code. Prüfen Sie Coin, Betrag und Adresse vor dem Senden.',
    openApp: 'In einer Wallet-App öffnen',
    openIn: 'In {wallet} öffnen',
    amount: 'Genau dieser Betrag',
    address: 'An diese Adresse',
    sendOnly: 'Senden Sie nur {thisCoin} auf {network}. Alles andere kommt nicht an.',
    contractTitle: 'Token-Vertrag',
    plainAccount:
      'Zahlen Sie von einem einfachen Konto: Was eine Smart Wallet oder eine Sammelzahlung einer Börse über ' +
      'einen Vertrag sendet, wird hier nicht von selbst gesehen.',
    contractLater:
      'Auch was eine Smart Wallet oder eine Sammelzahlung einer Börse über einen Vertrag sendet, wird hier ' +
      'gesehen, etwas später.',
    copy: 'Kopieren',
    copied: 'Kopiert',
    copyFailed: 'Bitte markieren',
    theAmount: '– Betrag',
    theAddress: '– Adresse',
    theText: '– Text zum Signieren',
  },
  changeCoin: {
    title: 'Anders bezahlen',
    onlyIf: 'Nur wenn Sie {notSent} haben. Sonst bleiben Sie hier und warten.',
    notSent: 'noch nichts gesendet',
    stay: 'Hier bleiben',
    closing: 'Dieser Versuch wird beendet…',
    again: 'Nichts gesendet, neu wählen',
  },
  nothingShows: {
    title: 'Bezahlt, aber hier erscheint nichts?',
    normal:
      'Eine Zahlung erscheint, sobald {network} sie aufgenommen hat. Das kann Minuten dauern, von einer Börse länger.',
    normalMore: 'Die Seite muss nicht offen bleiben. Ihre Zahlung wird auch gefunden, wenn der Preis abgelaufen ist.',
    stillNothing:
      'Immer noch nichts? Fragen Sie den Händler und nennen Sie ihm den Transaktions-Hash und diese Nummer: {number}',
  },
  claim: {
    label: 'Transaktions-Hash, wie ihn Ihre Wallet oder Börse zeigt',
    enter: 'Geben Sie zuerst den Hash ein.',
    noted:
      'Notiert. Die Zahlung erscheint hier, sobald sicher ist, dass sie Ihre ist; wenn nicht, sieht der ' +
      'Händler Ihre Angabe.',
    prove: 'Um es jetzt zu beweisen, signieren Sie diesen Text mit der Wallet, die gesendet hat:',
    signature: 'Die Signatur',
    find: 'Meine Zahlung finden',
    enterSignature: 'Geben Sie zuerst die Signatur ein.',
    send: 'Senden',
    looking: 'Wird gesucht…',
  },
  expiredQuote: {
    again: 'Neuen Preis in {coin} holen',
    replaced:
      'Ihre Zahlung wurde vor ihrem Block durch eine ersetzt, die hier nicht bezahlt, und der Preis in {coin} ' +
      'ist abgelaufen.',
    ranOut:
      'Der Preis in {coin} ist abgelaufen. Schon gesendet? Dann nicht noch einmal senden: Die Zahlung erscheint hier.',
  },
  confirming: {
    title: 'Zahlung gesehen',
    titlePart: 'Ein Teil wurde gesehen',
    covered:
      'Ihre Zahlung ist unterwegs und wird bestätigt. Sie können die Seite schließen, der Händler erfährt davon.',
    due: '{amount} sind noch offen.',
    missing:
      '{amount} {coin} weniger als verlangt sind angekommen. Börsen und manche Wallets ziehen ihre Gebühr vom ' +
      'Betrag ab.',
    payRest: 'Rest bezahlen',
    usually: 'Dauert meist {time}.',
    unmined: 'Gesehen, wartet auf einen Block.',
    noBlock: 'Gesehen, wartet auf einen Block.',
    solidified: 'Wartet auf einen endgültigen Block.',
    final: 'Wartet, bis der Block endgültig ist.',
    progress: { one: '{have} von {count} Bestätigung.', other: '{have} von {count} Bestätigungen.' },
  },
  sent: {
    title: 'Zahlung gesendet',
    more: 'Warten, bis {network} sie zeigt. Bitte nicht noch einmal bezahlen. Sie können die Seite schließen.',
    found: 'Zahlung gefunden',
    foundMore: 'Sie ist angekommen, aber nicht wie verlangt. Der Händler entscheidet und sieht Ihre Angabe.',
    prove: 'Beweisen, dass es Ihre ist',
    showAgain: 'Zahlungsdaten wieder zeigen',
    theHash: '– Transaktions-Hash',
  },
  partlyPaid: {
    title: '{paid} bezahlt, {left} offen',
    more: 'Bezahlen Sie den Rest mit demselben Coin oder einem anderen.',
  },
  failed: {
    title: 'Ihre Zahlung kam nicht an',
    titleReorged: 'Ihre Zahlung wurde zurückgenommen',
    onChain: 'Sie ist auf {network} gescheitert: Nichts wurde bewegt, nur die Netzwerkgebühr ist weg.',
    doubleSpent: 'Ihre Coins wurden mit einer anderen Zahlung ausgegeben.',
    rejected: '{network} hat sie nicht angenommen.',
    reorged: '{network} hat den Block ersetzt, in dem sie war.',
    next: 'Sie können noch einmal bezahlen.',
    nextReorged: 'Meist kommt sie in Minuten wieder und zählt dann von selbst. Wenn nicht, bezahlen Sie noch einmal.',
    payAgain: 'Noch einmal bezahlen',
  },
  came: {
    saw: 'Wir haben {amount} {coin} auf {network} gesehen.',
    wrongCoin: 'Diese Rechnung verlangt {coin}.',
    wrongNetwork: 'Diese Rechnung verlangt es auf {network}.',
    late: 'Die Zahlung kam nach Ablauf der Zeit.',
    canceled: 'Die Zahlung kam nach der Stornierung dieser Rechnung.',
    unclear: 'Es ist nicht sicher, welche Rechnung sie bezahlt.',
    told: 'Der Händler weiß davon und kann sie annehmen oder zurückgeben.',
    notAgain: 'Bitte senden Sie nicht noch einmal.',
    perhaps: 'Es kam eine Zahlung, die Ihre sein kann.',
    perhapsNext:
      'Sie ist nicht wie hier verlangt. Haben Sie bezahlt? Geben Sie den Transaktions-Hash ein, damit der ' +
      'Händler weiß, dass sie Ihre ist.',
    look: 'Im Netzwerk ansehen',
  },
  ask: {
    merchant: 'Den Händler fragen',
    number: 'Rechnungsnummer',
    theNumber: '– Rechnungsnummer',
  },
  payments: {
    title: { one: 'Ihre Zahlung', other: 'Ihre Zahlungen' },
    onNetwork: 'auf {network}',
    newTab: '(öffnet einen Block-Explorer in einem neuen Tab)',
    confirmed: 'Bestätigt',
    rejected: 'Nicht angekommen',
    canceled: 'Storniert',
  },
  closed: {
    paid: 'Bezahlt, danke',
    settled: 'Der Händler hat diese Rechnung als bezahlt angenommen. Es ist nichts mehr zu tun.',
    arrived: '{amount} sind angekommen und bestätigt. Es ist nichts mehr zu tun.',
    overpaid: 'Sie haben {amount} zu viel bezahlt. Bitten Sie den Händler um Rückzahlung und nennen Sie diese Nummer.',
    paidLate: 'Die Zahlung kam zu spät, und der Händler hat sie angenommen.',
    receipt: 'Beleg zeigen',
    returning: 'In {seconds} s geht es zurück zum Shop.',
    stay: 'Hier bleiben',
    another: 'Eine weitere Zahlung von Ihnen wird noch bestätigt.',
    back: 'Zurück zum Händler',
    accepted: 'Zahlung angenommen',
    acceptedMore:
      'Der Händler hat Ihre Zahlung angenommen und wartet ohne Sie auf die Bestätigung. Es ist nichts mehr zu ' +
      'tun; Sie können die Seite verlassen.',
    expired: 'Die Zeit zum Bezahlen ist abgelaufen',
    expiredUnpaid: 'Bitte senden Sie nichts mehr. Bitten Sie den Händler um eine neue Rechnung.',
    expiredPart:
      '{amount} kamen rechtzeitig an, der Händler weiß es. Bitte senden Sie nichts mehr und fragen Sie den Händler.',
    expiredSent: 'Haben Sie schon eine Zahlung gesendet, wird sie noch gefunden und hier gezeigt.',
    expiredSeen: 'Eine Zahlung von Ihnen wurde gesehen und wird bestätigt:',
    canceled: 'Diese Rechnung wurde storniert',
    canceledMore: 'Bitte senden Sie nichts. Haben Sie schon gesendet, wenden Sie sich an den Händler.',
    notFound: 'Hier ist keine Rechnung',
    notFoundMore: 'Diese Adresse führt zu keiner Rechnung. Prüfen Sie, ob der Link des Händlers vollständig ist.',
    unreachable: 'Das lässt sich gerade nicht anzeigen',
    tryAgain: 'Erneut versuchen',
  },
  frame: {
    check: 'Adressprüfung:',
    checkPurpose:
      'Ein Shop, der diese Zahlung in seiner eigenen Seite zeigt, zeigt dort dieselben vier Gruppen. Sind sie ' +
      'anders, bezahlen Sie nicht.',
    alone: 'Ihre Wallet antwortet hier nicht?',
    openAlone: 'Diese Zahlung für sich öffnen',
  },
  faults: {
    unreachable: 'Der Zahlungsdienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung.',
    status: 'Der Zahlungsdienst hat mit Status {status} geantwortet.',
  },
  wallet: {
    declined: 'Sie haben in {wallet} abgelehnt. Es wurde nichts gesendet.',
    busy: '{wallet} wartet schon auf Ihre Antwort. Öffnen Sie die Wallet.',
    locked: '{wallet} ist gesperrt oder gibt dieser Seite kein Konto frei.',
    noAccount: '{wallet} gibt dieser Seite kein Konto frei.',
    noAnswer: '{wallet} hat nicht gesagt, ob die Zahlung gesendet wurde.',
    otherNetwork:
      '{wallet} ist nicht auf {network} (Chain {chain}). Wählen Sie dieses Netzwerk in der Wallet und ' +
      'versuchen Sie es noch einmal.',
    unknownNetwork: '{wallet} kennt dieses Netzwerk nicht.',
    failed: '{wallet} konnte das nicht ausführen.',
    failedWhy: '{wallet} konnte das nicht ausführen: {why}',
  },
};
