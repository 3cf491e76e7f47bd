// Package quittance is the Go client of Quittance, the self-hosted payment service for cryptocurrency.
//
//	client, err := quittance.New("https://pay.shop.example", os.Getenv("QUITTANCE_TOKEN"))
//	invoice, err := client.CreateInvoice(ctx, quittance.CreateInvoiceBody{Total: "25.00", Currency: "USD"})
//
// Every operation of the API is a method of [Client]. Every method takes a context first, and returns a [*Problem] if
// the service refused the call, or an [*Unreachable] if no answer came. Amounts of money are strings: never convert
// them to float64.
//
// Optional members of input are pointers. [Ptr] makes one of a value. Members that also accept null are of type
// [Nullable]: [Set] gives a value, and [Null] sends null.
//
// [VerifyWebhook] verifies deliveries.
package quittance
