<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** Known values. A later version of the service may send others. */
final class UpdateOperatorSettingsBodyLogLevel
{
    public const FATAL = 'fatal';
    public const ERROR = 'error';
    public const WARN = 'warn';
    public const INFO = 'info';
    public const DEBUG = 'debug';
    public const TRACE = 'trace';
    public const SILENT = 'silent';
}
