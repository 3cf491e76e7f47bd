// The texts of embed.js in the languages of Europe.
import type { OwnWording } from './own-wording.ts';

type Code = 'en' | 'es' | 'pt' | 'fr' | 'de' | 'it' | 'nl' | 'pl' | 'ru' | 'uk' | 'tr';

export const europeanTexts: Readonly<Record<Code, OwnWording>> = {
  en: {
    close: 'Close',
    elsewhere: 'The address to pay appears here, outside the box below. Send nothing to an address inside the box.',
    onlyHere: 'This address is verified. Do not pay to a different one.',
    more: 'More ways to pay, and help',
    differs:
      'The rest of the payment page does not match and is hidden. The payment shown here is verified. Tell the shop.',
    unverified: 'This payment page could not be verified. Do not pay here, and tell the shop.',
    unable: 'This browser cannot verify the payment page here. Ask the shop for a secure page (https).',
  },
  es: {
    close: 'Cerrar',
    elsewhere:
      'La dirección de pago aparece aquí, fuera del recuadro de abajo. No envíe nada a una dirección ' +
      'dentro del recuadro.',
    onlyHere: 'Esta dirección está verificada. No pague a otra distinta.',
    more: 'Más formas de pago y ayuda',
    differs:
      'El resto de la página de pago no coincide y está oculto. Lo que se muestra aquí está verificado. ' +
      'Avise a la tienda.',
    unverified: 'No se pudo verificar esta página de pago. No pague aquí y avise a la tienda.',
    unable: 'Este navegador no puede verificar aquí la página de pago. Pida a la tienda una página segura (https).',
  },
  pt: {
    close: 'Fechar',
    elsewhere:
      'O endereço de pagamento aparece aqui, fora do quadro abaixo. Não envie nada a um endereço dentro do quadro.',
    onlyHere: 'Este endereço foi verificado. Não pague a outro.',
    more: 'Outras formas de pagar e ajuda',
    differs:
      'O resto da página de pagamento não confere e está oculto. O que aparece aqui foi verificado. Avise a loja.',
    unverified: 'Não foi possível verificar esta página de pagamento. Não pague aqui e avise a loja.',
    unable: 'Este navegador não consegue verificar a página de pagamento aqui. Peça à loja uma página segura (https).',
  },
  fr: {
    close: 'Fermer',
    elsewhere:
      'L’adresse de paiement s’affiche ici, hors du cadre ci-dessous. N’envoyez rien à une adresse dans le cadre.',
    onlyHere: 'Cette adresse est vérifiée. Ne payez à aucune autre.',
    more: 'Autres moyens de payer et aide',
    differs:
      'Le reste de la page de paiement ne correspond pas et est masqué. Ce qui s’affiche ici est vérifié. ' +
      'Prévenez la boutique.',
    unverified: 'Cette page de paiement n’a pas pu être vérifiée. Ne payez pas ici et prévenez la boutique.',
    unable:
      'Ce navigateur ne peut pas vérifier la page de paiement ici. Demandez à la boutique une page sécurisée (https).',
  },
  de: {
    close: 'Schließen',
    elsewhere:
      'Die Adresse zum Bezahlen erscheint hier, außerhalb des Rahmens. Senden Sie nichts an eine Adresse im Rahmen.',
    onlyHere: 'Diese Adresse ist geprüft. Zahlen Sie an keine andere.',
    more: 'Andere Zahlungswege und Hilfe',
    differs:
      'Der Rest der Zahlungsseite stimmt nicht überein und ist ausgeblendet. Was Sie hier sehen, ist ' +
      'geprüft. Sagen Sie es dem Shop.',
    unverified: 'Diese Zahlungsseite ließ sich nicht prüfen. Zahlen Sie hier nicht und sagen Sie es dem Shop.',
    unable:
      'Dieser Browser kann die Zahlungsseite hier nicht prüfen. Bitten Sie den Shop um eine sichere Seite (https).',
  },
  it: {
    close: 'Chiudi',
    elsewhere:
      'L’indirizzo a cui pagare appare qui, fuori dal riquadro sotto. Non inviare nulla a un indirizzo nel riquadro.',
    onlyHere: 'Questo indirizzo è verificato. Non pagare a un altro.',
    more: 'Altri modi di pagare e aiuto',
    differs:
      'Il resto della pagina di pagamento non corrisponde ed è nascosto. Ciò che vedi qui è verificato. ' +
      'Avvisa il negozio.',
    unverified: 'Non è stato possibile verificare questa pagina di pagamento. Non pagare qui e avvisa il negozio.',
    unable:
      'Questo browser non può verificare qui la pagina di pagamento. Chiedi al negozio una pagina sicura (https).',
  },
  nl: {
    close: 'Sluiten',
    elsewhere:
      'Het adres om te betalen staat hier, buiten het kader hieronder. Stuur niets naar een adres in het kader.',
    onlyHere: 'Dit adres is gecontroleerd. Betaal niet aan een ander adres.',
    more: 'Andere manieren om te betalen, en hulp',
    differs:
      'De rest van de betaalpagina klopt niet en is verborgen. Wat hier staat, is gecontroleerd. Meld het ' +
      'aan de winkel.',
    unverified: 'Deze betaalpagina kon niet worden gecontroleerd. Betaal hier niet en meld het aan de winkel.',
    unable: 'Deze browser kan de betaalpagina hier niet controleren. Vraag de winkel om een veilige pagina (https).',
  },
  pl: {
    close: 'Zamknij',
    elsewhere: 'Adres do zapłaty pojawia się tutaj, poza ramką poniżej. Nie wysyłaj niczego na adres w ramce.',
    onlyHere: 'Ten adres jest zweryfikowany. Nie płać na żaden inny.',
    more: 'Inne sposoby płatności i pomoc',
    differs:
      'Reszta strony płatności nie zgadza się i jest ukryta. To, co widać tutaj, jest zweryfikowane. Powiadom sklep.',
    unverified: 'Tej strony płatności nie udało się zweryfikować. Nie płać tutaj i powiadom sklep.',
    unable: 'Ta przeglądarka nie może tu zweryfikować strony płatności. Poproś sklep o bezpieczną stronę (https).',
  },
  ru: {
    close: 'Закрыть',
    elsewhere: 'Адрес для оплаты появляется здесь, вне рамки ниже. Ничего не отправляйте на адрес внутри рамки.',
    onlyHere: 'Этот адрес проверен. Не платите на другой.',
    more: 'Другие способы оплаты и помощь',
    differs:
      'Остальная часть страницы оплаты не совпадает и скрыта. То, что видно здесь, проверено. Сообщите магазину.',
    unverified: 'Эту страницу оплаты не удалось проверить. Не платите здесь и сообщите магазину.',
    unable: 'Этот браузер не может проверить здесь страницу оплаты. Попросите у магазина защищённую страницу.',
  },
  uk: {
    close: 'Закрити',
    elsewhere: 'Адреса для оплати з’являється тут, поза рамкою нижче. Нічого не надсилайте на адресу в рамці.',
    onlyHere: 'Цю адресу перевірено. Не платіть на іншу.',
    more: 'Інші способи оплати й допомога',
    differs: 'Решта сторінки оплати не збігається, тому її приховано. Те, що видно тут, перевірено. Повідомте магазин.',
    unverified: 'Цю сторінку оплати не вдалося перевірити. Не платіть тут і повідомте магазин.',
    unable: 'Цей браузер не може перевірити тут сторінку оплати. Попросіть у магазину захищену сторінку.',
  },
  tr: {
    close: 'Kapat',
    elsewhere:
      'Ödeme adresi burada, aşağıdaki çerçevenin dışında görünür. Çerçevedeki bir adrese hiçbir şey göndermeyin.',
    onlyHere: 'Bu adres doğrulandı. Başka bir adrese ödemeyin.',
    more: 'Diğer ödeme yolları ve yardım',
    differs: 'Ödeme sayfasının geri kalanı uyuşmuyor ve gizlendi. Burada gördüğünüz doğrulandı. Mağazaya haber verin.',
    unverified: 'Bu ödeme sayfası doğrulanamadı. Burada ödeme yapmayın ve mağazaya haber verin.',
    unable: 'Bu tarayıcı ödeme sayfasını burada doğrulayamıyor. Mağazadan güvenli bir sayfa (https) isteyin.',
  },
};
