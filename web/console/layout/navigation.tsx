// The navigation at the side, with the app on top, and the bar at the bottom of a phone.
import { Kbd } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../browser/api.ts';
import { personQuery, queryClient } from '../browser/queries.ts';
import { useAct } from '../browser/use-act.ts';
import { AppLink } from '../parts/app-link.tsx';
import { words } from '../words/words.ts';
import { Icon } from './icons.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { type Place, placesFor, thumbPlaces } from './places.ts';

const groups = () =>
  [
    { group: 'work', title: null },
    { group: 'settings', title: words.layout.settings },
    { group: 'yours', title: words.layout.yours },
  ] as const;

/** `whenGone` is called when the user follows a link, to close a drawer. */
export function Navigation({ isOperator, whenGone }: { readonly isOperator: boolean; readonly whenGone?: () => void }) {
  const shown = placesFor(isOperator);
  return (
    <nav aria-label={words.layout.console}>
      {groups().map(({ group, title }) => (
        <div key={group}>
          {title === null ? null : <p className="nav-group">{title}</p>}
          {shown
            .filter((place) => place.group === group)
            .map((place) => (
              <NavLink key={place.to} place={place} {...(whenGone === undefined ? {} : { whenGone })} />
            ))}
        </div>
      ))}
      <SignOut />
      <LanguageChoice />
    </nav>
  );
}

function SignOut() {
  const navigate = useNavigate();
  const out = useAct({
    act: () => api.auth('/sign-out', {}),
    done: () => {
      queryClient.clear();
      queryClient.setQueryData(personQuery.queryKey, null);
      void navigate({ to: '/console/sign-in', search: {} as never });
    },
  });
  return (
    <button type="button" className="nav-link" disabled={out.isRunning} onClick={() => out.run()}>
      <Icon name="leave" />
      {words.layout.signOut}
    </button>
  );
}

function NavLink({ place, whenGone }: { readonly place: Place; readonly whenGone?: () => void }) {
  return (
    <AppLink
      to={place.to}
      className="nav-link"
      activeOptions={{ exact: place.to === '/console', includeSearch: false }}
      {...(whenGone === undefined ? {} : { onClick: whenGone })}
    >
      <Icon name={place.icon} />
      {words.places[place.name]}
      <span className="keys" aria-hidden="true">
        {place.keys.split(' ').map((key) => (
          <Kbd key={key} size="xs" ms={2}>
            {key}
          </Kbd>
        ))}
      </span>
    </AppLink>
  );
}

/** Four links, and a button for the rest. */
export function ThumbBar({ openMore }: { readonly openMore: () => void }) {
  return (
    <nav aria-label={words.layout.mainPlaces} className="thumb-bar">
      {thumbPlaces.map(({ to, name, icon }) => (
        <AppLink key={to} to={to} activeOptions={{ exact: to === '/console', includeSearch: false }}>
          <Icon name={icon} />
          {words.places[name]}
        </AppLink>
      ))}
      <button type="button" onClick={openMore}>
        <Icon name="more" />
        {words.layout.more}
      </button>
    </nav>
  );
}
