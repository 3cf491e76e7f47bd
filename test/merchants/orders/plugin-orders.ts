// Orders in the formats that plugins of shop systems send, by the public documentation of each system.

export interface ShopOrder {
  readonly shop: string;
  /** Public documentation of the fields. */
  readonly source: string;
  /** Body of POST /invoice. */
  readonly order: Readonly<Record<string, unknown>>;
  /** Members of the answer. */
  readonly kept?: Readonly<Record<string, unknown>>;
  readonly warnings?: readonly string[];
}

const wooCommerce = 'github.com/woocommerce/woocommerce/wiki/Order-and-Order-Line-Item-Data';
const prestaShop = 'devdocs.prestashop-project.org, webservice resources carts and order_details';
const magento = 'github.com/magento/magento2, Magento\\Sales\\Api\\Data\\OrderItemInterface';
const shopware = 'developer.shopware.com/docs/guides/plugins/apps/checkout/payment.html';
const whmcs = 'developers.whmcs.com/payment-gateways/third-party-gateway';

/** The return URL contains a `wc_order_…` key, and a missing product image is `false`. */
const wooCommerceOrders: readonly ShopOrder[] = [
  {
    shop: 'WooCommerce, a guest',
    source: wooCommerce,
    order: {
      total: '35.98',
      currency: 'GBP',
      order: {
        reference: 645,
        description: '',
        items: [{ name: 'Hoodie &amp; Logo – Größe L', quantity: 2, price: '17.99', image: false }],
        discount: '0.00',
        tax: '0',
        shipping: '0.00',
      },
      customer: { name: ' ', email: '' },
      success_url: 'https://shop.example/checkout/order-received/645/?key=wc_order_x1Yz',
      cancel_url: 'https://shop.example/cart/?cancel_order=true&order=wc_order_x1Yz&order_id=645&redirect&_wpnonce=1f',
      metadata: { order_id: 645, customer_id: 0, order_key: 'wc_order_x1Yz', customer_note: '', date_paid: null },
    },
    kept: { customer: {}, metadata: { order_id: '645', customer_id: '0', order_key: 'wc_order_x1Yz' } },
    warnings: ['order.items.0.image invalid_format'],
  },
  {
    shop: 'WooCommerce, a coupon and a fee as lines',
    source: wooCommerce,
    order: {
      total: '56.50',
      currency: 'eur',
      order: {
        reference: '646',
        items: [
          { name: 'T-Shirt', quantity: 3, price: '18.50', image: 'https://bücher.example/wp-content/grün 1.jpg' },
          { name: 'Coupon: SPRING', quantity: 1, price: '-5.55' },
          { name: 'Gift wrap', quantity: 1, price: '6.55' },
        ],
        tax: null,
        shipping: null,
      },
      customer: { name: 'Zoë Ångström', email: 'zoe@bücher.example ' },
      success_url: 'https://bücher.example/kasse/vielen-dank/?order[id]=646&utm=ü',
      metadata: { meta_data: [{ id: 7, key: '_vat', value: 'DE123' }], is_vat_exempt: false },
    },
    kept: {
      currency: 'EUR',
      success_url: 'https://xn--bcher-kva.example/kasse/vielen-dank/?order[id]=646&utm=%C3%BC',
      metadata: { meta_data: '[{"id":7,"key":"_vat","value":"DE123"}]', is_vat_exempt: 'false' },
    },
  },
  {
    shop: 'WooCommerce, prices per line without tax and goods by weight',
    source: wooCommerce,
    order: {
      total: '17.24',
      currency: 'USD',
      order: {
        reference: '647',
        items: [
          { name: 'Cheese, kg', quantity: 0.75, price: '13.3311' },
          { name: 'Apples, kg', quantity: '1.125', price: '2.49' },
        ],
        tax: '1.45',
        shipping: '3.00',
      },
      customer: [],
      metadata: [],
    },
    warnings: [],
  },
  {
    shop: 'WooCommerce, two decimals in yen',
    source: wooCommerce,
    order: {
      total: '1200.00',
      currency: 'JPY',
      order: { reference: '648', items: [{ name: 'お茶', quantity: 3, price: '400.00' }] },
      success_url: 'https://お店.example/checkout/order-received/648/',
    },
    kept: { total: '1200', order: { reference: '648', items: [{ name: 'お茶', quantity: 3, price: '400' }] } },
  },
];

/** Prices have six decimals, and image URLs may have no scheme. */
const prestaShopOrders: readonly ShopOrder[] = [
  {
    shop: 'PrestaShop, six decimals',
    source: prestaShop,
    order: {
      total: '38.000000',
      currency: 'EUR',
      order: {
        reference: 'XKBKNABJK',
        items: [
          {
            name: 'Mug The best is yet to come',
            quantity: '6',
            price: '5.833333',
            image: 'shop.example/12-home/mug.jpg',
          },
          { name: '', quantity: '1', price: '8.000000' },
        ],
        discount: '5.000000',
        tax: '0.000000',
        shipping: '0.000000',
      },
      customer: { name: 'John DOE', email: 'pub@prestashop.example' },
      success_url:
        'https://shop.example/index.php?controller=order-confirmation&id_cart=6&key=b44a6d9efd7a0076a0fbce6b15eaf3b1',
      metadata: { id_cart: 6, id_shop: '1', is_guest: true, gift_message: null, delivery_option: { '3': '2,' } },
    },
    kept: { total: '38.00', metadata: { id_cart: '6', id_shop: '1', is_guest: 'true', delivery_option: '{"3":"2,"}' } },
    warnings: ['order.items.0.image invalid_format'],
  },
  {
    shop: 'PrestaShop, names in several languages and prices rounded by line',
    source: prestaShop,
    order: {
      total: '10.00',
      currency: 'EUR',
      order: {
        reference: 'OHSATSERP',
        items: [{ name: { 1: 'Notebook', 2: 'Carnet' }, quantity: 3, price: '3.33' }],
      },
    },
    kept: {
      order: {
        reference: 'OHSATSERP',
        items: [
          { name: '{"1":"Notebook","2":"Carnet"}', quantity: 3, price: '3.33' },
          { name: 'rounding', quantity: 1, price: '0.01' },
        ],
      },
    },
  },
];

/** Amounts and quantities have four decimals. */
const magentoOrders: readonly ShopOrder[] = [
  {
    shop: 'Magento, four decimals, a guest without a name',
    source: magento,
    order: {
      total: '34.9700',
      currency: 'USD',
      order: {
        reference: '000000123',
        description: 'Main Website\r\nMain Website Store\r\nDefault Store View',
        items: [{ name: 'Joust Duffle Bag', quantity: '3.0000', price: '9.9900' }],
        shipping: '5.0000',
        tax: '0.0000',
        discount: '0.0000',
      },
      customer: { email: 'guest@localhost', name: null },
      metadata: { quote_id: 17, customer_is_guest: 1, extension_attributes: { shipping_assignments: [] } },
    },
    kept: {
      total: '34.97',
      order: {
        reference: '000000123',
        description: 'Main Website\nMain Website Store\nDefault Store View',
        items: [{ name: 'Joust Duffle Bag', quantity: 3, price: '9.99' }],
        shipping: '5.00',
        tax: '0.00',
        discount: '0.00',
      },
    },
    warnings: ['customer.email not_mailable'],
  },
  {
    shop: 'Magento, a discount row and fractional quantities',
    source: magento,
    order: {
      total: '22.4900',
      currency: 'USD',
      order: {
        reference: '000000124',
        items: [
          { name: 'Fabric, by the meter', quantity: '2.5000', price: '9.9950' },
          { name: 'Discount (H20)', quantity: '1.0000', price: '-2.5000' },
        ],
      },
    },
  },
];

/** Promotions are line items below zero; the return URL has a token of several hundred characters. */
const shopwareOrders: readonly ShopOrder[] = [
  {
    shop: 'Shopware, a promotion',
    source: shopware,
    order: {
      total: '40.49',
      currency: 'EUR',
      order: {
        reference: '10001',
        items: [
          {
            name: 'Hauptprodukt mit Staffelpreisen',
            quantity: 1,
            price: '44.99',
            image: 'https://shop.example/media/ä.jpg',
          },
          { name: 'Frühling 10 %', quantity: 1, price: '-4.5' },
        ],
      },
      customer: { name: 'Max Müstermann', email: 'müstermann@shop.example' },
      success_url: `https://shop.example/payment/finalize-transaction?_sw_payment_token=${'eyJ0eXAi'.repeat(80)}`,
      cancel_url: null,
      metadata: { orderTransactionId: '0f1e', customFields: null, salesChannel: { id: 'a1', active: true } },
    },
    warnings: ['customer.email not_mailable'],
  },
  {
    shop: 'Shopware, an order of 120 lines with long labels',
    source: shopware,
    order: {
      total: '240.00',
      currency: 'EUR',
      order: {
        reference: '10002',
        items: Array.from({ length: 120 }, (_, index) => ({
          name: index === 0 ? 'L'.repeat(300) : `Artikel ${index + 1}`,
          quantity: 2,
          price: '1.00',
        })),
      },
    },
    warnings: ['order.items.0.name too_long', 'order.items too_many'],
  },
];

/** Line descriptions have several lines, and promotions are line items below zero. */
const whmcsOrders: readonly ShopOrder[] = [
  {
    shop: 'WHMCS, a hosting invoice',
    source: whmcs,
    order: {
      total: '44.90',
      currency: 'USD',
      order: {
        reference: 123,
        description: 'Company Name - Invoice #123',
        items: [
          { name: 'Hosting - example.com (01/01/2026 - 31/01/2026)\nCPU: 2', quantity: 1, price: '49.90' },
          { name: 'Promotional Code: NEW - $5.00 USD Discount', quantity: 1, price: '-5.00' },
        ],
      },
      customer: { name: 'Ada Lovelace', email: 'ada@shop.example' },
      success_url: 'https://billing.example/viewinvoice.php?id=123&paymentsuccess=true&i={invoice_id}',
      cancel_url: 'https://billing.example/viewinvoice.php?id=123',
      metadata: { invoiceid: 123, invoicenum: '', userid: 5, systemurl: 'https://billing.example/' },
    },
  },
  {
    shop: 'WHMCS, credit without lines',
    source: whmcs,
    order: {
      total: '50.00',
      currency: 'USD',
      order: { reference: '124', description: 'Company Name - Invoice #124', items: [] },
      customer: { name: 'Ada', email: null },
      success_url: 'billing://invoice/124',
    },
    kept: {
      order: { reference: '124', description: 'Company Name - Invoice #124' },
      success_url: 'billing://invoice/124',
    },
  },
];

export const shopOrders: readonly ShopOrder[] = [
  ...wooCommerceOrders,
  ...prestaShopOrders,
  ...magentoOrders,
  ...shopwareOrders,
  ...whmcsOrders,
];
