// Links within the console, as text and as a button: they keep the selected app in the URL.
import { Button, type ButtonProps } from '@mantine/core';
import { createLink, Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

/** Passed to Mantine's components as `component`, or used by itself. */
export const AppLink = Link;

/** A link that looks like a button. */
export const ButtonLink = createLink((props: ButtonProps & ComponentProps<'a'>) => <Button component="a" {...props} />);
