<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class UpdateNotificationChoiceAnswer extends Model
{
    /** One of UpdateNotificationChoiceAnswerKind, or a later value. */
    public string $kind;

    /** Whether it goes by mail. */
    public bool $mail;

    /** Whether it always goes by mail. */
    public bool $mail_required;

    /** @var list<string> */
    public array $channel_ids;
}
