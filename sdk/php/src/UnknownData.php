<?php
declare(strict_types=1);

namespace Quittance;

/** The data of an event that this version does not know. Read its members with `toArray()`. */
class UnknownData extends Model
{
}
