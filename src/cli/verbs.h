// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

namespace skipstone {

class Verb;

// Each verb adds itself to the command line and does its work in its callback; it reports failure
// by throwing Error. One file per verb.
void AddAnalyze(Verb& app);
void AddSimulate(Verb& app);
void AddTurn(Verb& app);
void AddReplay(Verb& app);
void AddPicture(Verb& app);
void AddTournament(Verb& app);
void AddStats(Verb& app);
void AddWintable(Verb& app);
void AddPlayout(Verb& app);
void AddMatch(Verb& app);
void AddLearn(Verb& app);
void AddCheckClient(Verb& app);
void AddCheckServer(Verb& app);
void AddConvert(Verb& app);
void AddDc2(Verb& app);
void AddDc2Server(Verb& app);
void AddDc3(Verb& app);
void AddDc3Server(Verb& app);
void AddDoctor(Verb& app);
void AddSignature(Verb& app);

}  // namespace skipstone
