// What payment links, the counter and mails to customers say, in French.
import type { ShopTexts } from '../shop-texts.ts';

export const fr: ShopTexts = {
  page: {
    language: 'Langue',
  },
  link: {
    title: 'Payer {shop}',
    go: 'Continuer vers le paiement',
    pay: 'Payer {price}',
    amountIn: 'Montant en {currency}',
    next: 'Sur la page suivante, vous choisissez la monnaie et voyez exactement quoi envoyer et où.',
    unknownTitle: 'Ce lien ne mène nulle part',
    unknown: 'Ce lien de paiement n’existe pas ou a été fermé. Demandez à la boutique.',
    awayTitle: 'Personne ne peut payer ici pour le moment',
    away:
      'Aucune monnaie de cette boutique n’est utilisable pour le moment. Réessayez dans quelques minutes ou ' +
      'demandez à la boutique.',
    busyTitle: 'Trop à la fois',
    busy: 'Beaucoup de paiements ont été commencés d’ici en peu de temps. Attendez un instant.',
    outOfBounds:
      'La boutique n’accepte pas de paiement de ce montant. Saisissez-en un autre ou demandez à la boutique.',
  },
  amount: {
    missing: 'Saisissez un montant.',
    zero: 'Saisissez plus que zéro.',
    tooLarge: 'Saisissez un montant avec au plus {digits} chiffres avant la virgule.',
    tooManyDecimals: 'Saisissez au plus {digits} chiffres après la virgule, et rien entre les milliers.',
    whole: 'Saisissez un nombre entier, sans point ni virgule.',
    notANumber: 'Saisissez un nombre, par exemple {example}.',
  },
  counter: {
    title: 'Caisse',
    currency: 'Devise',
    charge: 'Encaisser {price}',
    wait: 'Un instant…',
    deleteDigit: 'Effacer le dernier chiffre',
    cancel: 'Annuler',
    showCode: 'Afficher le code',
    coins: 'Afficher le code d’une seule monnaie',
    preparing: 'Préparation du code…',
    scan: 'Scannez avec l’appareil photo du téléphone, puis choisissez-y la monnaie.',
    pageCode: 'Code de la page de paiement',
    coinCode: 'Code de paiement pour {amount} {coin}',
    onNetwork: 'sur {network}',
    newCode: 'Le prix a expiré : créer un nouveau code',
    waiting: 'En attente du paiement.',
    waitingTest: 'En attente du paiement, en monnaie d’un réseau de test qui ne vaut rien.',
    coming: '{price} en route',
    partComing: 'Une partie est en route ; il manque {due}',
    confirmations:
      '{count} confirmations sur {wanted}, réseau {network}. Attendez la coche avant de remettre la marchandise.',
    newSaleNow: 'Nouvelle vente sans attendre',
    paid: 'Payé',
    paidPrice: '{price} payé',
    accepted: '{price} accepté',
    newSale: 'Nouvelle vente',
    over: 'Le délai pour payer est écoulé',
    overNext:
      'Rien n’est arrivé. Ce qui est envoyé maintenant parvient encore à la boutique et apparaît dans sa console.',
    chooseCurrency: 'Choisissez une devise.',
    unknown:
      'Cette caisse n’existe pas. Son adresse se termine par le nom court (slug) de l’application de la boutique.',
    busy: 'Beaucoup de ventes ont été commencées d’ici en peu de temps. Attendez un instant.',
    away: 'Personne ne peut payer ceci pour le moment. Réessayez dans quelques minutes.',
    noCoin: 'La boutique n’accepte aucune monnaie pour ce montant.',
    noAddress: 'La boutique n’a aucune adresse où être payée.',
    noRate: 'Aucune monnaie de la boutique n’a de prix dans cette devise pour le moment.',
    networkAway: 'Aucun réseau de la boutique n’est joignable pour le moment.',
    noCode:
      'Impossible de créer un code pour cette monnaie pour le moment. Choisissez-en une autre ou réessayez ' +
      'dans une minute.',
    unreachable: 'Le service est injoignable. Vérifiez la connexion et appuyez de nouveau.',
    failed: 'Cela n’a pas marché. Appuyez de nouveau.',
  },
  mail: {
    subject: 'Votre reçu de {shop}',
    test: 'C’était un essai : la monnaie d’un réseau de test n’a aucune valeur.',
    received: '{shop} a reçu votre paiement de {price}.',
    order: 'Commande : {reference}',
    total: 'Total : {price}',
    paidOn: 'Payé : {time}',
    coin: '{amount} {coin} sur {network}',
    rate: 'Cours : 1 {coin} = {price}',
    hash: 'Hash de la transaction : {hash}',
    print: 'Le reçu à imprimer :',
  },
};
