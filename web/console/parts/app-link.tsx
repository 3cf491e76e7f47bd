// Links within the console, alone and as a button: they keep the chosen app in the address.
import { Button } from '@mantine/core';
import { createLink, Link } from '@tanstack/react-router';

/** To be given to Mantine's parts as `component`, or used by itself. */
export const AppLink = Link;

/** A button that leads somewhere. */
export const ButtonLink = createLink(Button<'a'>);
