<?php
// Loads the classes of the client, for shops without Composer: require __DIR__ . '/quittance/autoload.php';
declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    if (!str_starts_with($class, 'Quittance\\')) {
        return;
    }
    $path = __DIR__ . '/src/' . str_replace('\\', '/', substr($class, strlen('Quittance\\'))) . '.php';
    if (is_file($path)) {
        require $path;
    }
});
