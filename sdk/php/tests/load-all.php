<?php
// Loads every class of the client, which shows whether all of them agree: php tests/load-all.php
declare(strict_types=1);

require __DIR__ . '/../autoload.php';
require __DIR__ . '/psr-interfaces.php';

$source = __DIR__ . '/../src/';
$count = 0;
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($source, FilesystemIterator::SKIP_DOTS)) as $file) {
    $name = 'Quittance\\' . strtr(substr($file->getPathname(), strlen($source), -strlen('.php')), '/', '\\');
    if (!class_exists($name) && !interface_exists($name)) {
        exit("$name is not in its file.\n");
    }
    $count++;
}
echo "$count classes\n";
