<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class OperatorInstance extends Model
{
    protected const OBJECTS = [
        'database' => OperatorInstanceDatabase::class,
        'mail' => OperatorInstanceMail::class,
        'backup' => OperatorInstanceBackup::class,
    ];

    public string $version;

    public string $public_url;

    public OperatorInstanceDatabase $database;

    /** The number of accounts. */
    public int $people;

    /** One of OperatorInstanceSignUp, or a later value. */
    public string $sign_up;

    public OperatorInstanceMail $mail;

    public OperatorInstanceBackup $backup;

    /** The number of secret keys in use: several until `quittance key rotate` was run. */
    public int $keys;
}
