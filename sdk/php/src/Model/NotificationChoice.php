<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class NotificationChoice extends Model
{
    protected const OBJECTS = [
        'choices' => [UpdateNotificationChoiceAnswer::class],
    ];

    public string $id;

    /** @var list<UpdateNotificationChoiceAnswer> */
    public array $choices;
}
