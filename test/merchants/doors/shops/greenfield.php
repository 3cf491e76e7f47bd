<?php
// Calls one function of the PHP client of BTCPay Greenfield, and prints its answer as JSON. The client is not part of
// this repository: CLIENT names its folder.
//
// Arguments: the class, the function, and a JSON list of the parameters. {"precise": "19.90"} becomes a PreciseNumber,
// and {"checkout": {…}} the checkout options with these members.
declare(strict_types=1);

require getenv('CLIENT') . '/src/autoload.php';

use BTCPayServer\Client\InvoiceCheckoutOptions;
use BTCPayServer\Util\PreciseNumber;

function parameter(mixed $given): mixed
{
    if (is_array($given) && isset($given['precise'])) {
        return PreciseNumber::parseString($given['precise']);
    }
    if (is_array($given) && isset($given['checkout'])) {
        $options = new InvoiceCheckoutOptions();
        foreach ($given['checkout'] as $name => $value) {
            $options->{'set' . ucfirst($name)}($value);
        }
        return $options;
    }
    return $given;
}

function plain(mixed $result): mixed
{
    if (is_array($result)) {
        return array_map('plain', $result);
    }
    return is_object($result) && method_exists($result, 'getData') ? $result->getData() : $result;
}

[, $class, $function, $parameters] = $argv;
$class = "BTCPayServer\\Client\\$class";
$client = new $class(getenv('BASE_URL'), getenv('API_KEY'));
$result = $client->$function(...array_map('parameter', json_decode($parameters, true, 512, JSON_THROW_ON_ERROR)));
echo json_encode(plain($result), JSON_THROW_ON_ERROR);
