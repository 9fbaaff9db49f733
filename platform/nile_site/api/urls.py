"""The addresses of the API."""

from django.urls import path, re_path

from nile_site.api.views import accounts, bots, games, ladders, matches, unknown

app_name = "api"
urlpatterns = [
    path("me/", accounts.MeView.as_view(), name="me"),
    path("tokens/", accounts.TokensView.as_view(), name="tokens"),
    path("tokens/<slug:key>/", accounts.TokenView.as_view(), name="token"),
    path("games/", games.GamesView.as_view(), name="games"),
    path("games/<slug:slug>/", games.GameView.as_view(), name="game"),
    path("ladders/", ladders.LaddersView.as_view(), name="ladders"),
    path("ladders/<slug:slug>/", ladders.LadderView.as_view(), name="ladder"),
    path("ladders/<slug:slug>/standings/", ladders.StandingsView.as_view(), name="standings"),
    path("ladders/<slug:slug>/entries/", ladders.EntriesView.as_view(), name="entries"),
    path("entries/<int:pk>/ledger/", ladders.LedgerView.as_view(), name="ledger"),
    path("bots/", bots.BotsView.as_view(), name="bots"),
    path("bots/<slug:slug>/", bots.BotView.as_view(), name="bot"),
    path("bots/<slug:slug>/faults/", matches.FaultsView.as_view(), name="faults"),
    path("bots/<slug:slug>/versions/", bots.VersionsView.as_view(), name="versions"),
    path("bots/<slug:slug>/versions/<int:number>/", bots.VersionView.as_view(), name="version"),
    path("bots/<slug:slug>/versions/<int:number>/code/", bots.CodeView.as_view(), name="code"),
    path("matches/", matches.MatchesView.as_view(), name="matches"),
    path("matches/<int:pk>/", matches.MatchView.as_view(), name="match"),
    path("matches/<int:pk>/replay/", matches.ReplayView.as_view(), name="match-replay"),
    path("matches/<int:pk>/frames/", matches.FramesView.as_view(), name="match-frames"),
    path("matches/<int:pk>/log/<int:seat>/", matches.SeatLogView.as_view(), name="match-log"),
    re_path("", unknown.UnknownView.as_view()),
]
