// What payment links, the counter and mails to customers say, in German.
import type { ShopTexts } from '../shop-texts.ts';

export const de: ShopTexts = {
  page: {
    language: 'Sprache',
  },
  link: {
    title: 'An {shop} zahlen',
    go: 'Weiter zur Zahlung',
    pay: '{price} zahlen',
    amountIn: 'Betrag in {currency}',
    next: 'Auf der nächsten Seite wählen Sie die Währung und sehen genau, was Sie wohin senden.',
    unknownTitle: 'Dieser Link führt ins Leere',
    unknown: 'Diesen Zahlungslink gibt es nicht, oder er wurde geschlossen. Fragen Sie den Shop.',
    awayTitle: 'Hier kann gerade niemand zahlen',
    away:
      'Keine Währung dieses Shops kann im Moment verwendet werden. Versuchen Sie es in einigen Minuten wieder, ' +
      'oder fragen Sie den Shop.',
    busyTitle: 'Zu viele auf einmal',
    busy: 'Von hier wurden in kurzer Zeit viele Zahlungen begonnen. Warten Sie einen Augenblick.',
    outOfBounds:
      'Der Shop nimmt keine Zahlungen in dieser Höhe an. Geben Sie einen anderen Betrag ein, oder fragen Sie den Shop.',
  },
  amount: {
    missing: 'Geben Sie einen Betrag ein.',
    zero: 'Geben Sie mehr als null ein.',
    tooLarge: 'Geben Sie einen Betrag mit höchstens {digits} Stellen vor dem Komma ein.',
    tooManyDecimals: 'Geben Sie höchstens {digits} Stellen nach dem Komma ein, und nichts zwischen Tausendern.',
    whole: 'Geben Sie eine ganze Zahl ein, ohne Punkt oder Komma.',
    notANumber: 'Geben Sie eine Zahl ein, zum Beispiel {example}.',
  },
  counter: {
    title: 'Kasse',
    currency: 'Währung',
    charge: '{price} kassieren',
    wait: 'Einen Augenblick…',
    deleteDigit: 'Letzte Ziffer löschen',
    cancel: 'Abbrechen',
    showCode: 'Code zeigen',
    coins: 'Code einer einzelnen Währung zeigen',
    preparing: 'Der Code wird vorbereitet…',
    scan: 'Mit der Kamera des Telefons scannen und dort die Währung wählen.',
    pageCode: 'Code der Zahlungsseite',
    coinCode: 'Zahlungscode für {amount} {coin}',
    onNetwork: 'auf {network}',
    newCode: 'Der Preis gilt nicht mehr: neuen Code erzeugen',
    waiting: 'Die Zahlung wird erwartet.',
    waitingTest: 'Die Zahlung wird erwartet, in wertlosen Coins eines Testnetzes.',
    coming: '{price} sind unterwegs',
    partComing: 'Ein Teil ist unterwegs; es fehlen {due}',
    confirmations:
      '{count} von {wanted} Bestätigungen auf {network}. Geben Sie die Ware erst heraus, wenn der Haken erscheint.',
    newSaleNow: 'Neuer Verkauf, ohne zu warten',
    paid: 'Bezahlt',
    paidPrice: '{price} bezahlt',
    accepted: '{price} angenommen',
    newSale: 'Neuer Verkauf',
    over: 'Die Zeit zum Zahlen ist abgelaufen',
    overNext:
      'Nichts ist angekommen. Was jetzt noch gesendet wird, erreicht den Shop trotzdem und steht in seiner Konsole.',
    chooseCurrency: 'Wählen Sie eine Währung.',
    unknown: 'Diese Kasse gibt es nicht. Ihre Adresse endet mit dem Kurznamen (Slug) der App des Shops.',
    busy: 'Von hier wurden in kurzer Zeit viele Verkäufe begonnen. Warten Sie einen Augenblick.',
    away: 'Das kann gerade niemand bezahlen. Versuchen Sie es in einigen Minuten wieder.',
    noCoin: 'Der Shop nimmt für diesen Betrag keine Währung an.',
    noAddress: 'Der Shop hat keine Adresse, an die gezahlt werden kann.',
    noRate: 'Für keine Coins des Shops gibt es gerade einen Preis in dieser Währung.',
    networkAway: 'Keines der Netze des Shops ist gerade erreichbar.',
    noCode:
      'Für diese Währung kann gerade kein Code erzeugt werden. Wählen Sie eine andere, oder versuchen Sie es ' +
      'in einer Minute wieder.',
    unreachable: 'Der Dienst ist nicht erreichbar. Prüfen Sie die Verbindung und drücken Sie noch einmal.',
    failed: 'Das hat nicht geklappt. Drücken Sie noch einmal.',
  },
  mail: {
    subject: 'Ihre Quittung von {shop}',
    test: 'Das war ein Test: Coins auf einem Testnetz haben keinen Wert.',
    received: '{shop} hat Ihre Zahlung von {price} erhalten.',
    order: 'Bestellung: {reference}',
    total: 'Gesamtbetrag: {price}',
    paidOn: 'Bezahlt: {time}',
    coin: '{amount} {coin} auf {network}',
    rate: 'Kurs: 1 {coin} = {price}',
    hash: 'Transaktions-Hash: {hash}',
    print: 'Die Quittung zum Ausdrucken:',
  },
};
