// Links within the console, alone and as a button: they keep the chosen app in the address.
import { Button, type ButtonProps } from '@mantine/core';
import { createLink, Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

/** To be given to Mantine's parts as `component`, or used by itself. */
export const AppLink = Link;

/** A button that leads somewhere. */
export const ButtonLink = createLink((props: ButtonProps & ComponentProps<'a'>) => <Button component="a" {...props} />);
