// The words of the 1Panel package in the languages of its store.
import type { StoreApp } from '../description.ts';

type Words = Readonly<Record<(typeof languages)[number], string>>;

/** Its validator requires all of them. */
export const languages = ['en', 'es-es', 'ja', 'ms', 'pt-br', 'ru', 'ko', 'zh-Hant', 'zh', 'tr'] as const;

const tagline: Omit<Words, 'en'> = {
  'es-es': 'Cobre en criptomonedas directamente en sus propias direcciones',
  ja: '暗号通貨の支払いを自分のアドレスで直接受け取る',
  ms: 'Terima bayaran mata wang kripto terus ke alamat anda sendiri',
  'pt-br': 'Receba pagamentos em criptomoedas diretamente nos seus próprios endereços',
  ru: 'Принимайте платежи в криптовалюте прямо на свои адреса',
  ko: '암호화폐 결제를 자신의 주소로 직접 받기',
  'zh-Hant': '直接用自己的地址收取加密貨幣付款',
  zh: '直接用自己的地址收取加密货币付款',
  tr: 'Kripto para ödemelerini doğrudan kendi adreslerinize alın',
};

const port: Words = {
  en: 'Port',
  'es-es': 'Puerto',
  ja: 'ポート',
  ms: 'Port',
  'pt-br': 'Porta',
  ru: 'Порт',
  ko: '포트',
  'zh-Hant': '連接埠',
  zh: '端口',
  tr: 'Bağlantı noktası',
};

const publicUrl: Words = {
  en: 'Public URL',
  'es-es': 'URL pública',
  ja: '公開 URL',
  ms: 'URL awam',
  'pt-br': 'URL pública',
  ru: 'Публичный URL',
  ko: '공개 URL',
  'zh-Hant': '公開網址',
  zh: '公开网址',
  tr: 'Genel URL',
};

const proxy: Words = {
  en: 'Trusted proxies (addresses, or off)',
  'es-es': 'Proxies de confianza (direcciones u off)',
  ja: '信頼するプロキシ（アドレス、または off）',
  ms: 'Proksi dipercayai (alamat, atau off)',
  'pt-br': 'Proxies confiáveis (endereços ou off)',
  ru: 'Доверенные прокси (адреса или off)',
  ko: '신뢰하는 프록시 (주소 또는 off)',
  'zh-Hant': '受信任的代理（位址，或 off）',
  zh: '受信任的代理（地址，或 off）',
  tr: 'Güvenilen vekil sunucular (adresler veya off)',
};

export const onePanelWords = { tagline, labels: { port, publicUrl, proxy }, readme } as const;

/** README.md, in Chinese. */
function readme(app: StoreApp): string {
  return `# ${app.name}

## 产品介绍

${app.name} 是自托管、非托管的加密货币收款服务。客户直接付款到您自己的地址，服务从不保管您的密钥或资金。

## 主要功能

- 20 种语言的收银台、付款链接和收银终端
- 一张账单可分次、用多种货币付款，退款由您自己的钱包签名
- 带签名的 Webhook、API，以及现有商店系统的插件
- 非托管：服务只保存地址和扩展公钥

## 第一个账号

将公开网址设为您和客户打开的地址。启动后，打开容器日志，或应用目录中的文件 \`data/setup-link\`。
其中的链接用于创建第一个账号，只能使用一次，启动后 24 小时内有效。

如果面板自己的网站反向代理指向本应用，请将受信任的代理设为 \`1panel-network\` 的网关，例如 \`172.18.0.1\`。
`;
}
