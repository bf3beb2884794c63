// SPDX-License-Identifier: Apache-2.0
// What somebody sees who opens a link: an invitation to a seat (/i), the way back on another device
// (/back), a place among the spectators (/w). The secret stands behind the # and is sent in a body
// only; once it has been used it is taken out of the address.
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { Cover } from "./home/cover";
import { Icon, Mark } from "./home/icons";
import { house } from "./house";
import { Failure } from "./match";
import { Switches } from "./panels/header";
import { paceSaid } from "./panels/clock";
import { myName } from "./people";
import { link, replace } from "./router";
import { troubleOf } from "./table";
import { both, capital, colon, counted, pair, t } from "./text";
import type { GameCard, Invitation } from "./types";

const secretOf = (): string => location.hash.slice(1);

export function InvitePage() {
  const secret = useMemo(secretOf, []);
  const found = useSignal<Invitation | null>(null),
    game = useSignal<GameCard | null>(null),
    failed = useSignal("");
  useEffect(() => {
    document.title = "Grognard";
    Promise.all([house.invitation(secret), house.games()]).then(
      ([invitation, games]) => {
        if (invitation.match && invitation.taken) return replace(`/m/${invitation.match}`);
        game.value = games.find((g) => g.id === invitation.game) ?? null;
        found.value = invitation;
      },
      (error: unknown) => (failed.value = both(troubleOf(error))),
    );
  }, [secret]);
  if (failed.value) return <Failure text={failed.value} />;
  if (!found.value || !game.value)
    return (
      <main class="wait">
        <p>{t("loading")}</p>
      </main>
    );
  return <Invited secret={secret} invitation={found.value} game={game.value} />;
}

function Invited(props: { secret: string; invitation: Invitation; game: GameCard }) {
  const { secret, invitation, game } = props;
  const trouble = useSignal(""),
    busy = useSignal(false);
  const scenario = invitation.own ?? game.scenarios.find((s) => s.id === invitation.scenario);
  const sit = async (event: Event) => {
    event.preventDefault();
    busy.value = true;
    try {
      const match = await house.accept(secret, myName.value.trim());
      replace(`/m/${match}`);
    } catch (error) {
      trouble.value = both(troubleOf(error));
      busy.value = false;
    }
  };
  return (
    <div class="invite">
      <header class="bar-thin">
        <a class="mark-only" {...link("/")} aria-label={t("home")}>
          <Mark />
        </a>
        <b>Grognard</b>
        <Switches />
      </header>
      <main>
        <div class="picture">
          <Cover id={game.id} />
          <p class="from">
            {invitation.from ? (
              <>
                <b>{invitation.from}</b> {t("invitesYou")}
              </>
            ) : (
              t("somebodyInvites")
            )}
          </p>
        </div>
        <h1>{both(game)}</h1>
        <p class="sub">{both(scenario)}</p>
        <Boxes invitation={invitation} game={game} />
        {invitation.mine && invitation.match ? (
          <p class="own">
            {t("ownLink")}{" "}
            <a class="act" {...link(`/m/${invitation.match}`)}>
              {t("toTheTable")}
            </a>
          </p>
        ) : (
          <form onSubmit={(event) => void sit(event)}>
            <label>
              <span>
                {t("whatCalled")} <i>{t("optional")}</i>
              </span>
              <input
                type="text"
                class="name"
                maxLength={24}
                autocomplete="nickname"
                value={myName.value}
                onInput={(event) => (myName.value = event.currentTarget.value)}
              />
            </label>
            <button type="submit" class="act main" id="sit-down" disabled={busy.value}>
              {t("sitDown")}
            </button>
          </form>
        )}
        {trouble.value && (
          <p class="trouble" role="alert">
            {trouble.value}
          </p>
        )}
        <p class="sealed">
          <Icon name="shield" />
          {t("diceSealed")}
        </p>
      </main>
    </div>
  );
}

// Seat, clock, aim, help.
function Boxes({ invitation, game }: { invitation: Invitation; game: GameCard }) {
  const scenario = invitation.own ?? game.scenarios.find((s) => s.id === invitation.scenario),
    seat = game.seats.find((s) => s.token === invitation.seat),
    facing = game.seats.filter((s) => s.token !== invitation.seat);
  return (
    <div class="boxes">
      <div>
        <b>{counted("yourSeat", both(seat))}</b>
        <span>
          {invitation.begun
            ? t("alreadyBegun")
            : counted(
                "facingYou",
                facing
                  .map((s) => (invitation.from ? `${invitation.from}, ${both(s)}` : both(s)))
                  .join(", "),
              )}
        </span>
      </div>
      <div>
        <b>{invitation.clock ? paceSaid(invitation.clock) : t("noClock")}</b>
        <span>{invitation.clock ? t("paceHint") : t("noClockHint")}</span>
      </div>
      <div>
        <b>
          {t("scenario")}
          {colon()}
          {both(scenario)}
        </b>
        <span>{capital(pair(scenario?.brief_fr, scenario?.brief_en))}</span>
      </div>
      <div>
        <b>{t("newToIt")}</b>
        <span>{invitation.hints ? t("hintsAllowed") : t("newToItHint")}</span>
      </div>
    </div>
  );
}

// A secret that is used at once and leaves the address whatever comes of it.
function Passing(props: { use: (secret: string) => Promise<string>; here: string }) {
  const failed = useSignal("");
  useEffect(() => {
    props.use(secretOf()).then(replace, (error: unknown) => {
      replace(props.here);
      failed.value = both(troubleOf(error));
    });
  }, []);
  if (failed.value) return <Failure text={failed.value} />;
  return (
    <main class="wait">
      <p>{t("loading")}</p>
    </main>
  );
}
// The same person on another device.
export const BackPage = () => (
  <Passing here="/back" use={(secret) => house.comeBack(secret).then(() => "/")} />
);
// Somebody who looks on.
export const WatchPage = () => (
  <Passing here="/w" use={(secret) => house.lookOn(secret).then((match) => `/m/${match}`)} />
);
