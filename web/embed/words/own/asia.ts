// The texts of embed.js in the languages of Asia.
import type { OwnWording } from './own-wording.ts';

type Code = 'ar' | 'he' | 'fa' | 'hi' | 'id' | 'vi' | 'zh' | 'ja' | 'ko';

export const asianTexts: Readonly<Record<Code, OwnWording>> = {
  ar: {
    close: 'إغلاق',
    elsewhere: 'يظهر عنوان الدفع هنا، خارج الإطار أدناه. لا ترسل شيئًا إلى عنوان داخل الإطار.',
    onlyHere: 'تم التحقق من هذا العنوان. لا تدفع إلى عنوان آخر.',
    more: 'طرق دفع أخرى ومساعدة',
    differs: 'بقية صفحة الدفع غير متطابقة وقد أُخفيت. ما يظهر هنا تم التحقق منه. أخبر المتجر.',
    unverified: 'تعذر التحقق من صفحة الدفع هذه. لا تدفع هنا وأخبر المتجر.',
    unable: 'لا يستطيع هذا المتصفح التحقق من صفحة الدفع هنا. اطلب من المتجر صفحة آمنة.',
  },
  he: {
    close: 'סגירה',
    elsewhere: 'כתובת התשלום מופיעה כאן, מחוץ למסגרת שלמטה. אין לשלוח דבר לכתובת שבתוך המסגרת.',
    onlyHere: 'הכתובת הזו אומתה. אין לשלם לכתובת אחרת.',
    more: 'דרכי תשלום נוספות ועזרה',
    differs: 'שאר דף התשלום אינו תואם ולכן הוסתר. מה שמוצג כאן אומת. הודיעו לחנות.',
    unverified: 'לא ניתן היה לאמת את דף התשלום הזה. אין לשלם כאן. הודיעו לחנות.',
    unable: 'הדפדפן הזה אינו יכול לאמת כאן את דף התשלום. בקשו מהחנות דף מאובטח.',
  },
  fa: {
    close: 'بستن',
    elsewhere: 'آدرس پرداخت همین‌جا، بیرون از کادر زیر، نمایش داده می‌شود. به آدرسی که درون کادر است چیزی نفرستید.',
    onlyHere: 'این آدرس تأیید شده است. به آدرس دیگری پرداخت نکنید.',
    more: 'راه‌های دیگر پرداخت و راهنما',
    differs: 'بقیهٔ صفحهٔ پرداخت مطابقت ندارد و پنهان شده است. آنچه اینجا می‌بینید تأیید شده است. به فروشگاه خبر دهید.',
    unverified: 'این صفحهٔ پرداخت تأیید نشد. اینجا پرداخت نکنید و به فروشگاه خبر دهید.',
    unable: 'این مرورگر نمی‌تواند صفحهٔ پرداخت را اینجا تأیید کند. از فروشگاه صفحهٔ امن بخواهید.',
  },
  hi: {
    close: 'बंद करें',
    elsewhere: 'भुगतान का पता यहीं, नीचे के बॉक्स के बाहर दिखता है। बॉक्स के अंदर के किसी पते पर कुछ न भेजें।',
    onlyHere: 'यह पता सत्यापित है। किसी और पते पर भुगतान न करें।',
    more: 'भुगतान के और तरीके, और मदद',
    differs: 'पेज का बाकी हिस्सा मेल नहीं खाता, इसलिए छिपा है। यहाँ दिखने वाला भुगतान सत्यापित है। दुकान को बताएँ।',
    unverified: 'इस भुगतान पेज को सत्यापित नहीं किया जा सका। यहाँ भुगतान न करें और दुकान को बताएँ।',
    unable: 'यह ब्राउज़र यहाँ भुगतान पेज को सत्यापित नहीं कर सकता। दुकान से सुरक्षित पेज माँगें।',
  },
  id: {
    close: 'Tutup',
    elsewhere:
      'Alamat pembayaran muncul di sini, di luar kotak di bawah. Jangan kirim apa pun ke alamat di dalam kotak.',
    onlyHere: 'Alamat ini terverifikasi. Jangan bayar ke alamat lain.',
    more: 'Cara bayar lain dan bantuan',
    differs:
      'Bagian lain halaman pembayaran tidak cocok dan disembunyikan. Yang tampil di sini terverifikasi. ' +
      'Beri tahu toko.',
    unverified: 'Halaman pembayaran ini tidak dapat diverifikasi. Jangan bayar di sini dan beri tahu toko.',
    unable:
      'Peramban ini tidak dapat memverifikasi halaman pembayaran di sini. Minta halaman aman (https) kepada toko.',
  },
  vi: {
    close: 'Đóng',
    elsewhere: 'Địa chỉ cần trả hiện ở đây, bên ngoài khung bên dưới. Đừng gửi gì đến địa chỉ nằm trong khung.',
    onlyHere: 'Địa chỉ này đã được xác minh. Đừng trả vào địa chỉ khác.',
    more: 'Cách trả khác và trợ giúp',
    differs:
      'Phần còn lại của trang thanh toán không khớp nên đã bị ẩn. Nội dung ở đây đã được xác minh. Hãy báo cửa hàng.',
    unverified: 'Không xác minh được trang thanh toán này. Đừng trả ở đây và hãy báo cửa hàng.',
    unable: 'Trình duyệt này không thể xác minh trang thanh toán ở đây. Hãy xin cửa hàng một trang an toàn (https).',
  },
  zh: {
    close: '关闭',
    elsewhere: '付款地址显示在这里，在下方方框之外。请勿向方框内的任何地址付款。',
    onlyHere: '此地址已验证。请勿向其他地址付款。',
    more: '其他付款方式与帮助',
    differs: '付款页面的其余部分不一致，已被隐藏。这里显示的内容已验证。请告知商店。',
    unverified: '无法验证此付款页面。请勿在此付款，并告知商店。',
    unable: '此浏览器无法在这里验证付款页面。请向商店索取安全页面。',
  },
  ja: {
    close: '閉じる',
    elsewhere: '支払い先のアドレスは、下の枠の外のここに表示されます。枠の中のアドレスには何も送らないでください。',
    onlyHere: 'このアドレスは検証済みです。ほかのアドレスには支払わないでください。',
    more: 'ほかの支払い方法とヘルプ',
    differs:
      '支払いページの残りの部分は一致しないため、非表示にしました。ここの表示は検証済みです。店舗に知らせてください。',
    unverified: 'この支払いページを検証できませんでした。ここでは支払わず、店舗に知らせてください。',
    unable: 'このブラウザーでは、ここで支払いページを検証できません。安全なページを店舗に依頼してください。',
  },
  ko: {
    close: '닫기',
    elsewhere: '결제할 주소는 아래 상자 밖, 여기에 표시됩니다. 상자 안의 주소로는 아무것도 보내지 마세요.',
    onlyHere: '확인된 주소입니다. 다른 주소로 결제하지 마세요.',
    more: '다른 결제 방법과 도움말',
    differs:
      '결제 페이지의 나머지 부분이 일치하지 않아 숨겼습니다. 여기에 표시된 내용은 확인되었습니다. 상점에 알려 주세요.',
    unverified: '이 결제 페이지를 확인할 수 없습니다. 여기서 결제하지 말고 상점에 알려 주세요.',
    unable: '이 브라우저는 여기서 결제 페이지를 확인할 수 없습니다. 상점에 보안 페이지를 요청하세요.',
  },
};
